// The property of reading lines: one that is judged LOW starts no program that it does not name, writes nowhere but in `/tmp`, and opens no
// socket. It is run in the very sandbox in which it would run.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createShellGrammar } from '@countersign/shell-grammar'
import { judgeCall } from '@countersign/tools'
import fc from 'fast-check'
import { createResolver } from '../../src/disk/names.ts'
import { createReadSettings, createRunGit } from '../../src/hosts/git/bare-copy/run-git.ts'
import { createGitShadows } from '../../src/hosts/git/shadow/git-shadows.ts'
import type { BubblewrapSandbox } from '../../src/sandbox/index.ts'
import { initRepository } from '../hosts/git-repository.ts'
import { findTestToolchains } from '../process-parts.ts'
import { HOSTILE_NAMES, ORDINARY_FILES, SETTINGS } from './names.ts'
import { readingLines } from './reading-lines.ts'
import type { Line } from './shell-forms.ts'
import { type Effects, traceLine } from './trace-line.ts'

export interface LineScene extends Disposable {
  isLow(line: string): boolean
  /** What is wrong with it when it is really run; empty where all is well. */
  harmOf(line: Line, timeoutSeconds?: number): Promise<string[]>
  effectsOf(line: string, timeoutSeconds?: number): Promise<Effects>
}

const TOOLCHAINS = ['node', 'python', 'rust', 'go', 'make', 'cmake', 'ruby', 'php', 'deno', 'dotnet', 'maven', 'gradle'] as const

export async function openLineScene(sandbox: BubblewrapSandbox): Promise<LineScene> {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-lines-')))
  const root = join(outer, 'ws')
  fillWorkspace(root)
  const run = createRunGit({ sandbox, toolchains: findTestToolchains(root), signal: new AbortController().signal })
  const shadowPorts = { temporaryDir: tmpdir(), readSettings: createReadSettings(run), emptyFile: sandbox.sandboxFiles.emptyFile }
  const openGitShadows = createGitShadows({ root, ...shadowPorts })
  const facts = { isolation: 'sandbox', mode: 'ask', resolve: createResolver(root), roots: [root], toolchains: TOOLCHAINS } as const
  const guard = { ...facts, secretsInGit: 'none', parseShell: await createShellGrammar().load(), policy: NO_POLICY } as const
  const effectsOf: LineScene['effectsOf'] = (line, timeoutSeconds = 20) =>
    traceLine(line, { root, sandbox, openGitShadows, timeoutSeconds })
  return {
    isLow(line) {
      const judged = judgeCall('run_command', { command: line }, guard)
      return !('refusal' in judged) && judged.risk === 'LOW'
    },
    harmOf: async (line, timeoutSeconds) => describeHarm(line, await effectsOf(line.text, timeoutSeconds)),
    effectsOf,
    [Symbol.dispose]: () => rmSync(outer, { recursive: true, force: true }),
  }
}

const NO_POLICY = { rules: [], extraCommands: new Map() }

function fillWorkspace(root: string): void {
  const hostile = HOSTILE_NAMES.filter((name) => !name.includes('/')).map((name) => [name, 'hostile\n'] as const)
  for (const [name, content] of [...hostile, ...Object.entries({ ...ORDINARY_FILES, ...SETTINGS })]) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  // A commit that held a secret would keep git from showing anything.
  rmSync(join(root, '.env'))
  initRepository(root)
  writeFileSync(join(root, '.env'), 'SECRET=1\n')
}

/** Programs of the system that are a script around another, or start one that belongs to them. */
const PARTS: Readonly<Record<string, string>> = { egrep: 'grep', fgrep: 'grep', zcat: 'gzip', which: 'sh', c89: 'gcc', c99: 'gcc' }

function describeHarm({ programs: named }: Line, { programs, written, sockets, timedOut }: Effects): string[] {
  const known = new Set(named.flatMap((name) => [name, ...(PARTS[name]?.split(' ') ?? [])]))
  const others = new Set(programs.filter((program) => !known.has(program)))
  return [
    ...(timedOut ? ['it does not end'] : []),
    ...[...others].map((program) => `starts ${program}, which it does not name`),
    ...written.map((call) => `writes: ${call}`),
    ...sockets.map((call) => `opens a socket: ${call}`),
  ]
}

const MAX_TRIES = 200

/** Lines that are LOW, each different; fewer than asked for where the judge lets too few pass. */
export function lowLines({ isLow }: LineScene, count: number, seed: number): Line[] {
  const found = new Map<string, Line>()
  for (let tries = 0; found.size < count && tries < MAX_TRIES; tries++)
    for (const line of fc.sample(readingLines, { numRuns: count, seed: seed + tries }))
      if (found.size < count && isLow(line.text)) found.set(line.text, line)
  return [...found.values()]
}

const AT_ONCE = 4

/** Of those that do harm: the line and what is wrong with it. Several run at once, for most of the time is spent on waiting. */
export async function findHarm(scene: LineScene, lines: readonly Line[]): Promise<Record<string, string[]>> {
  const harm: Record<string, string[]> = {}
  const left = [...lines]
  const work = async () => {
    for (let line = left.pop(); line; line = left.pop()) {
      const found = await scene.harmOf(line)
      if (found.length > 0) harm[line.text] = found
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return harm
}
