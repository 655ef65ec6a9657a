// A commit, planned and made by git's plumbing: a tree, a commit of it, and the branch moved from exactly the commit that was seen.
// No hook, no editor, no signing program has a part in this.
import { lstatSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PathTest } from '@countersign/policy'
import { Failure, inEnglish, type Sentence, sentence, verbatim } from '@countersign/protocol'
import type { CommitPlan, CommitRequest } from '@countersign/tools'
import type { GitIdentity } from '../../../programs/git-identity.ts'
import { inWorkspace, namesOf, parseNameStatus } from '../bare-copy/changed-names.ts'
import type { BareCopy } from '../bare-copy/open-bare-copy.ts'
import type { RunGit } from '../bare-copy/run-git.ts'
import { DIFF_OPTIONS } from '../reading/read-diff.ts'
import { headCommit } from '../reading/read-log.ts'
import type { BoundState } from './bound-state.ts'
import { type BuiltTree, buildTree, mayCommit, update } from './build-tree.ts'
import { requireChangeable, withHead } from './with-head.ts'

const MAX_SHOWN_BYTES = 512 * 1024

export interface CommitParts {
  readonly run: RunGit
  readonly bareCopy: BareCopy
  readonly identity: GitIdentity
  readonly keepsObjects: boolean
  /** Names of the workspace that rules hide. */
  readonly isHidden: PathTest
}

interface Prepared extends BuiltTree {
  readonly parent: string | undefined
  readonly files: CommitPlan['files']
  readonly sides: readonly string[]
}

async function prepare({ run, bareCopy, keepsObjects, isHidden }: CommitParts, paths: readonly string[] | undefined): Promise<Prepared> {
  requireChangeable(bareCopy)
  const { prefix } = bareCopy.repository
  const parent = await headCommit(run, bareCopy)
  const built = await buildTree(run, bareCopy, { paths, keepsObjects, isHidden })
  const sides = [parent ?? (await emptyTree(run, bareCopy)), built.tree]
  const { stdout } = await run(bareCopy, { args: ['diff', '--name-status', '-z', ...DIFF_OPTIONS, ...sides, '--'], keepsObjects })
  const files = parseNameStatus(stdout)
  if (files.length === 0) throw new Failure('GIT_ERROR', { subject: nothingToCommit(paths, built.leftOut) })
  // The last word is on the very tree: whatever happened on the way, a secret in it ends the commit.
  const names = files.flatMap(namesOf)
  const secret = names.find((name) => !mayCommit(name, prefix))
  if (secret !== undefined) throw new Failure('SENSITIVE_FILE', { subject: verbatim(prefix + secret) })
  const hidden = names.find((name) => isHidden(prefix + name))
  if (hidden !== undefined) throw new Failure('POLICY_DENIED', { subject: sentence('repository.rule-hides', { path: prefix + hidden }) })
  return { ...built, parent, files: files.map((file) => inWorkspace(prefix, file)), sides }
}

const nothingToCommit = (paths: readonly string[] | undefined, leftOut: readonly string[]): Sentence => {
  const what = sentence(paths === undefined ? 'repository.nothing-staged' : 'repository.nothing-changed')
  return leftOut.length === 0 ? what : sentence('repository.left-out', { what, names: leftOut.slice(0, 5).join(', ') })
}

async function emptyTree(run: RunGit, bareCopy: BareCopy): Promise<string> {
  return (await run(bareCopy, { args: ['hash-object', '-t', 'tree', '/dev/null'] })).stdout.trim()
}

const factsOf = ({ repository, head }: BareCopy, { parent, tree }: Prepared): string[] => [
  'commit',
  repository.prefix,
  head,
  parent ?? '',
  tree,
]

export async function planCommit(parts: CommitParts, { paths }: CommitRequest, bound: BoundState): Promise<CommitPlan> {
  const { run, bareCopy, identity } = parts
  const prepared = await prepare(parts, paths)
  const { prefix, commonDir } = bareCopy.repository
  const places = [`--src-prefix=a/${prefix}`, `--dst-prefix=b/${prefix}`]
  const patch = await run(bareCopy, { args: ['diff', ...DIFF_OPTIONS, ...places, ...prepared.sides, '--'], maxBytes: 64 * MAX_SHOWN_BYTES })
  bound.show(...factsOf(bareCopy, prepared))
  const { files, leftOut, parent } = prepared
  return {
    current: bareCopy.branch ?? parent ?? 'no branch',
    author: authorOf(identity),
    files,
    leftOut,
    hooks: hooksOf(commonDir),
    ...shorten(patch.stdout),
  }
}

function shorten(patch: string): Pick<CommitPlan, 'diff' | 'cut'> {
  if (patch.length <= MAX_SHOWN_BYTES) return { diff: patch }
  const cut = sentence('diff.cut-of', { count: MAX_SHOWN_BYTES, total: patch.length })
  return { diff: `${patch.slice(0, MAX_SHOWN_BYTES).toWellFormed()}\n${inEnglish(cut)}\n`, cut }
}

function hooksOf(commonDir: string): string[] {
  const folder = join(commonDir, 'hooks')
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder).filter((name) => /^[a-z-]+$/.test(name))
}

export async function makeCommit(parts: CommitParts, { message, paths }: CommitRequest, bound: BoundState) {
  const { run, bareCopy, identity } = parts
  authorOf(identity)
  const prepared = await prepare(parts, paths)
  bound.require(...factsOf(bareCopy, prepared))
  const { parent, tree, taken, files, leftOut } = prepared
  const file = join(bareCopy.folder, 'message')
  writeFileSync(file, `${message.trim()}\n`)
  const changing = { identity, keepsObjects: true, writable: true }
  const parents = parent === undefined ? [] : ['-p', parent]
  const commit = (await run(bareCopy, { args: ['commit-tree', ...parents, '-F', file, tree], ...changing })).stdout.trim()
  await withHead(bareCopy, async () => {
    const words = `commit: ${message.trim().split('\n')[0]}`.replace(/\p{C}/gu, ' ').slice(0, 200)
    await run(bareCopy, { args: ['update-ref', '-m', words, 'HEAD', commit, parent ?? ''], ...changing })
    // As after `git commit --only`: what was committed is no longer a change, what else is staged stays so.
    await update(run, bareCopy, {
      command: ['reset', '--quiet'],
      names: taken,
      index: `${bareCopy.repository.gitDir}/index`,
      keepsObjects: true,
    })
  })
  return { commit, files, leftOut }
}

function authorOf(identity: GitIdentity): string {
  const { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email } = identity
  if (name === undefined || email === undefined) throw new Failure('GIT_ERROR', { subject: sentence('repository.no-author') })
  return `${name} <${email}>`
}
