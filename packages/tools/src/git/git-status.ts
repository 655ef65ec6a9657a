// git.status: what has changed in the repository of the workspace, staged and not.
import { judgePathUse } from '@countersign/policy'
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import type { GitEntry } from '../hosts/git.ts'
import { nameFolder } from '../words/name-folder.ts'
import { boundText } from '../words/text.ts'
import { describeLeftOut, gitChange, gitPath, leftOut } from './git-words.ts'

const entry = z.strictObject({
  path: z.string(),
  from: z.string().optional(),
  state: z.enum(['changed', 'untracked', 'conflict']),
  staged: gitChange.nullable(),
  unstaged: gitChange.nullable(),
})

const output = z.strictObject({
  success: z.literal(true),
  /** Null if HEAD is not a branch. */
  branch: z.string().nullable(),
  /** Null before the first commit. */
  commit: z.string().nullable(),
  upstream: z.string().nullable(),
  ahead: z.int().nullable(),
  behind: z.int().nullable(),
  /** A merge, rebase, cherry-pick or revert that is in progress. */
  operation: z.string().nullable(),
  entries: z.array(entry),
  total_count: z.int(),
  truncated: z.boolean(),
  left_out: leftOut,
})

type Status = z.output<typeof output>

function describeHead({ branch, commit, upstream, ahead, behind, operation }: Status): string {
  const place = branch === null ? `At commit ${commit}, on no branch` : `On branch ${branch}${commit === null ? ', no commit yet' : ''}`
  const distance = upstream === null ? '' : `, upstream ${upstream}${ahead === null ? '' : ` (${ahead} ahead, ${behind} behind)`}`
  return `${place}${distance}.${operation === null ? '' : ` A ${operation} is under way.`}\n`
}

function describeEntry({ path, from, state, staged, unstaged }: GitEntry): string {
  const name = from === undefined ? path : `${from} -> ${path}`
  if (state !== 'changed') return `${state}: ${name}\n`
  const parts = [staged && `staged ${staged}`, unstaged && `unstaged ${unstaged}`].filter(Boolean)
  return `${parts.join(', ').replaceAll('_', ' ')}: ${name}\n`
}

export const gitStatus = defineTool({
  name: 'git.status',
  aliases: ['git_status'],
  forModel: `Show the branch and the changed files of the git repository, staged and not, at most ${LIMITS.maxListEntries}. Submodules are not looked into.`,
  uses: ['git:read'],
  input: z.strictObject({ path: gitPath.default('.') }),
  output,
  fails: ['GIT_NOT_INITIALIZED', 'GIT_ERROR', 'TIMEOUT', 'CANCELLED', 'INVALID_PATH', 'PATH_OUTSIDE_WORKSPACE', 'SENSITIVE_FILE'],
  usualRisk: 'LOW',
  idempotent: true,
  judge: ({ path }, facts) => judgePathUse(path, 'read', facts),
  concerns: ({ path }) => ({ paths: [path], commands: [] }),
  ask: ({ path }) => sentence('title.git-status', { path: nameFolder(path) }),
  run: async ({ path }, { git }): Promise<z.input<typeof output>> => {
    const { entries, leftOut: left_out, ...head } = await git.status(path)
    const shown = entries.slice(0, LIMITS.maxListEntries)
    return {
      success: true,
      ...head,
      entries: shown,
      total_count: entries.length,
      truncated: shown.length < entries.length,
      left_out: [...left_out],
    }
  },
  report: (status) => {
    const head = describeHead(status)
    const { text, lines } = boundText(status.entries.map(describeEntry).join(''))
    const more = lines < status.total_count ? `[${lines} of ${status.total_count} entries. To see others: ask for a folder.]\n` : ''
    return head + (status.total_count === 0 ? 'Nothing has changed.\n' : text) + more + describeLeftOut(status.left_out)
  },
  examples: [
    { title: 'a clean workspace', input: {}, given: { 'a.ts': 'a\n' }, repository: true, risk: 'LOW' },
    { title: 'one folder', input: { path: 'src' }, given: { 'src/a.ts': 'a\n' }, repository: true, risk: 'LOW' },
    { title: 'no repository', input: {}, risk: 'LOW', refuses: 'GIT_NOT_INITIALIZED' },
    { title: 'a file that holds secrets', input: { path: '.env' }, repository: true, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { path: '../other' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
