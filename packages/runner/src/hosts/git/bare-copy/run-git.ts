// Runs git once, in the sandbox that the machine has (the workspace read-only unless it is to change), bounded in time and output.
import { randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { oneLine } from '@countersign/policy'
import { Failure, sentence } from '@countersign/protocol'
import { isInside, nameIn } from '../../../disk/names.ts'
import { markOf } from '../../../programs/end-process-tree.ts'
import { type ProgramEnd, runProgram } from '../../../programs/run-program.ts'
import { findProgram, forReading, type Toolchains } from '../../../programs/toolchains.ts'
import { NOTHING_HIDDEN } from '../../../sandbox/covers/hidden-files.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { sandboxedStart, wasStarted } from '../../../sandbox/sandboxed-start.ts'
import type { WritablePlan } from '../../../sandbox/writable-plan.ts'
import { type GitFiles, gitEnvironment } from './git-environment.ts'
import type { CopyPlace } from './open-bare-copy.ts'

const TIMEOUT_SECONDS = 60
const MAX_LIST_BYTES = 16 * 1024 * 1024
const MAX_LINES = 4
const MAX_LINE_CHARACTERS = 200
const PROTECTED = ['hooks', 'config', 'config.worktree', 'info', 'modules', 'worktrees', 'commondir', 'gitdir']
/** In the repository of a linked worktree, whose own folder lies in `worktrees`: the files of the other work trees, too. */
const PROTECTED_OF_ALL = [...PROTECTED.filter((name) => name !== 'worktrees'), 'HEAD', 'index']

export interface GitPlace {
  readonly sandbox: Sandbox
  readonly toolchains: Toolchains
  readonly signal: AbortSignal
}

export interface GitCall extends GitFiles {
  readonly args: readonly string[]
  /** Instead of the arguments: a script of ours that runs git more than once. Nothing of a call or a repository may stand in it. */
  readonly script?: string
  /** Whether the workspace is changed by it. */
  readonly writable?: boolean
  readonly maxBytes?: number
  /** Exit codes besides 0 that are no failure. */
  readonly accepts?: readonly number[]
}

export interface GitEnd {
  readonly stdout: string
  readonly exitCode: number
}

export type RunGit = (bareCopy: CopyPlace, call: GitCall) => Promise<GitEnd>

export const createRunGit =
  (place: GitPlace): RunGit =>
  async (bareCopy, call) => {
    if (place.signal.aborted) throw new Failure('CANCELLED')
    const end = await start(place, bareCopy, call)
    const name = `git ${call.args[0]}`
    if (end.why === 'cancelled') throw new Failure('CANCELLED')
    if (end.why !== 'ended')
      throw new Failure('TIMEOUT', { subject: sentence('command.time-limit', { command: name, count: TIMEOUT_SECONDS }) })
    if (end.exitCode !== 0 && !call.accepts?.includes(end.exitCode))
      throw end.stderr ? gitFailure(bareCopy, end.stderr) : endedWith(name, end.exitCode)
    if (end.truncated) throw new Failure('FILE_TOO_LARGE', { subject: sentence('repository.git-says-too-much', { command: name }) })
    return { stdout: end.stdout, exitCode: end.exitCode }
  }

const endedWith = (command: string, code: number): Failure =>
  new Failure('GIT_ERROR', { subject: sentence('repository.git-ended', { command, code }) })

export function gitFailure(place: CopyPlace, stderr: string): Failure {
  const output = wordsOf(place, stderr)
  return new Failure('GIT_ERROR', output === '' ? {} : { subject: sentence('repository.git-said', { output }) })
}

/** Git's own words, without names of ours. */
function wordsOf({ repository, folder }: CopyPlace, stderr: string): string {
  const lines = stderr
    .replaceAll(folder, '.git')
    .replaceAll(`${repository.root}/`, '')
    .split('\n')
    .map((line) => oneLine(line.trim(), MAX_LINE_CHARACTERS))
    .filter((line) => line !== '' && !line.startsWith('hint:'))
  return lines.slice(0, MAX_LINES).join(' ')
}

async function start({ sandbox, signal, ...place }: GitPlace, bareCopy: CopyPlace, call: GitCall): Promise<ProgramEnd> {
  const toolchains = forReading(place.toolchains)
  const program = findProgram('git', toolchains)
  if (!program) throw new Failure('GIT_ERROR', { subject: sentence('repository.no-git') })
  const words =
    call.script === undefined
      ? [program, '--no-pager', '--literal-pathspecs', ...call.args]
      : ['/bin/bash', '--norc', '--noprofile', '-c', call.script]
  const environment = gitEnvironment(bareCopy, toolchains.path, call)
  const common = { timeoutSeconds: TIMEOUT_SECONDS, signal, maxOutputBytes: call.maxBytes ?? MAX_LIST_BYTES }
  if (sandbox.isolation === 'none') {
    const marked = { ...environment, ...markOf(randomUUID()) }
    return runProgram({
      ...common,
      program,
      args: words.slice(1),
      cwd: bareCopy.repository.top,
      environment: marked,
      endsWithLeader: false,
    })
  }
  const { root, top } = bareCopy.repository
  const request = {
    root,
    cwd: top,
    network: false,
    hidden: NOTHING_HIDDEN,
    environment,
    plan: planFor(bareCopy, call),
  }
  const toolchainFolders = toolchains.folders.filter((folder) => isInside(folder, program))
  using start = sandboxedStart(sandbox, { ...request, toolchains: toolchainFolders }, words)
  const end = await runProgram({ ...common, ...start, cwd: '/', environment: {}, endsWithLeader: true })
  if (end.why === 'ended' && !wasStarted(end.status))
    throw new Failure('GIT_ERROR', { subject: sentence('repository.sandbox-not-built', { output: wordsOf(bareCopy, end.stderr) }) })
  return end
}

/** What runs later by itself stays as it is, even where git may change the rest. */
function planFor({ folder, repository: { root, gitDir, commonDir } }: CopyPlace, { writable = false }: GitCall): WritablePlan {
  const folders = [...new Set([commonDir, gitDir])]
  const ofOthers = gitDir === commonDir ? PROTECTED : PROTECTED_OF_ALL
  const kept = [...ofOthers.map((name) => `${commonDir}/${name}`), ...PROTECTED.map((name) => `${gitDir}/${name}`)].filter(isPlain)
  const outsideFolders = folders.filter((folder) => !isInside(root, folder))
  const protectedNames = writable ? kept.map((path) => (isInside(root, path) ? nameIn(root, path) : path)) : []
  return { workspace: writable ? 'writable' : 'read-only', protectedNames, outsideFolders, privateFolder: folder }
}

function isPlain(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats !== undefined && (stats.isFile() || stats.isDirectory())
}

/** Reads a file of settings without obeying it. */
export const createReadSettings =
  (run: RunGit) =>
  async (place: CopyPlace, file: string): Promise<string> =>
    (await run(place, { args: ['config', '--file', file, '--no-includes', '--list', '-z'] })).stdout
