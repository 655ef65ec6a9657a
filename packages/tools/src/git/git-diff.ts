// git.diff: the changes of tracked files as a unified diff, either unstaged or staged.
import { judgePathUse } from '@countersign/policy'
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { describeFolder, nameFolder } from '../words/name-folder.ts'
import { boundText, inMegabytes } from '../words/text.ts'
import { describeLeftOut, gitPath, leftOut } from './git-words.ts'

const output = z.strictObject({ success: z.literal(true), diff: z.string(), left_out: leftOut })

export const gitDiff = defineTool({
  name: 'git.diff',
  aliases: ['git_diff'],
  forModel: `Show the changes of tracked files as a unified diff, at most ${inMegabytes(LIMITS.maxDiffBytes)} MB: those that are not staged, or with \`staged\` those that are. New files appear once they are staged; files that hold secrets never do.`,
  uses: ['git:read'],
  input: z.strictObject({ path: gitPath, staged: z.boolean().default(false) }),
  output,
  fails: [
    'GIT_NOT_INITIALIZED',
    'GIT_ERROR',
    'FILE_TOO_LARGE',
    'TIMEOUT',
    'CANCELLED',
    'INVALID_PATH',
    'PATH_OUTSIDE_WORKSPACE',
    'SENSITIVE_FILE',
  ],
  usualRisk: 'LOW',
  idempotent: true,
  judge: ({ path }, facts) => judgePathUse(path, 'read', facts),
  concerns: ({ path }) => ({ paths: [path], commands: [] }),
  ask: ({ path, staged }) => sentence(staged ? 'title.git-diff-staged' : 'title.git-diff', { path: nameFolder(path) }),
  run: async (call, { git }): Promise<z.input<typeof output>> => {
    const { diff, leftOut: left_out } = await git.diff({ ...call, maxBytes: LIMITS.maxDiffBytes })
    return { success: true, diff, left_out: [...left_out] }
  },
  report: ({ diff, left_out }, { path, staged }) => {
    const { text, isCut } = boundText(diff)
    const more = isCut ? '[The diff goes on. To see the rest: ask for one file or folder of it.]\n' : ''
    return (text || `No ${staged ? 'staged' : 'unstaged'} changes in ${describeFolder(path)}.\n`) + more + describeLeftOut(left_out)
  },
  examples: [
    { title: 'all of it', input: { path: '.' }, given: { 'a.ts': 'a\n' }, repository: true, risk: 'LOW' },
    { title: 'what is staged', input: { path: 'a.ts', staged: true }, given: { 'a.ts': 'a\n' }, repository: true, risk: 'LOW' },
    { title: 'no repository', input: { path: '.' }, risk: 'LOW', refuses: 'GIT_NOT_INITIALIZED' },
    { title: 'a file that holds secrets', input: { path: '.env' }, repository: true, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { path: '/etc' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
