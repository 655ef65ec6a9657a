// A diff of the files that may be shown. First the names of all that changed, over the whole repository, so that a rename from or to
// a sensitive file is seen as one; then the content of the rest, named one by one.
import type { PathTest } from '@countersign/policy'
import { Failure, sentence } from '@countersign/protocol'
import type { FileOfCommit, GitDiff } from '@countersign/tools'
import { isBelow, namesOf, parseNameStatus, sortOut } from '../bare-copy/changed-names.ts'
import type { BareCopy } from '../bare-copy/open-bare-copy.ts'
import type { RunGit } from '../bare-copy/run-git.ts'
import { headCommit } from './read-log.ts'

const MAX_NAMES_BYTES = 64 * 1024

/** Renames are looked for as by default, whatever anybody's settings say. No program shows a difference, no submodule is entered. */
export const DIFF_OPTIONS = ['--no-ext-diff', '--no-textconv', '--no-color', '--find-renames', '-l1000', '--submodule=short']

export interface DiffRequest {
  readonly staged: boolean
  readonly maxBytes: number
  /** Names of the workspace that rules hide. */
  readonly isHidden: PathTest
}

export async function readDiff(run: RunGit, bareCopy: BareCopy, { staged, maxBytes, isHidden }: DiffRequest): Promise<GitDiff> {
  const { path, prefix } = bareCopy.repository
  const commit = staged ? await headCommit(run, bareCopy) : undefined
  const sides = staged ? ['--cached', ...(commit === undefined ? [] : [commit])] : []
  const options = [...DIFF_OPTIONS, '--ignore-submodules=all', ...sides]
  const { stdout } = await run(bareCopy, { args: ['diff', '--name-status', '-z', ...options, '--'] })
  const { shown, leftOut } = sortOut(parseNameStatus(stdout), prefix, isHidden)
  const asked = shown.filter((file) => namesOf(file).some((name) => isBelow(path, name)))
  const places = [`--src-prefix=a/${prefix}`, `--dst-prefix=b/${prefix}`]
  let diff = ''
  for (const names of inChunks(asked)) {
    const part = await run(bareCopy, { args: ['diff', ...options, ...places, '--', ...names], maxBytes: 2 * maxBytes })
    diff += part.stdout
    if (Buffer.byteLength(diff) > maxBytes) throw tooLarge(prefix + path, maxBytes)
  }
  return { diff, leftOut: leftOut.filter((name) => isBelow(path, name.slice(prefix.length))) }
}

const tooLarge = (path: string, maxBytes: number): Failure =>
  new Failure('FILE_TOO_LARGE', { subject: sentence('repository.diff-too-large', { path, count: maxBytes }) })

/** As many names as one command line holds; those of a rename stay together. */
function inChunks(files: readonly FileOfCommit[]): string[][] {
  const chunks: string[][] = []
  let bytes = MAX_NAMES_BYTES
  for (const names of files.map(namesOf)) {
    const size = names.reduce((sum, name) => sum + Buffer.byteLength(name) + 1, 0)
    if (bytes + size > MAX_NAMES_BYTES) {
      chunks.push([])
      bytes = 0
    }
    chunks.at(-1)?.push(...names)
    bytes += size
  }
  return chunks
}
