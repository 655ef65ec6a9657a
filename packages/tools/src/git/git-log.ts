// git.log: the newest commits, of the repository or of one file or folder. Messages are written by people and programs, so secrets in them
// are masked.

import { judgePathUse } from '@countersign/policy'
import { sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { describeFolder, nameFolder } from '../words/name-folder.ts'
import { boundText } from '../words/text.ts'
import { gitPath } from './git-words.ts'

const DEFAULT_COMMITS = 20
const MAX_COMMITS = 200

const commit = z.strictObject({
  commit: z.string(),
  author: z.string(),
  email: z.string(),
  date: z.iso.datetime().nullable(),
  subject: z.string(),
  body: z.string(),
})

const output = z.strictObject({ success: z.literal(true), commits: z.array(commit) })

const describeCommit = ({ commit: id, author, date, subject, body }: z.output<typeof commit>): string =>
  `${id.slice(0, 12)} ${date ?? 'no date'} ${author}: ${subject}\n${body.trim() === '' ? '' : `${body.trim().replace(/^/gm, '    ')}\n`}`

export const gitLog = defineTool({
  name: 'git.log',
  aliases: ['git_log'],
  forModel: `List the newest commits with their messages, ${DEFAULT_COMMITS} unless \`limit\` (at most ${MAX_COMMITS}) says otherwise; with \`path\` those that changed it.`,
  uses: ['git:read'],
  input: z.strictObject({
    path: gitPath.default('.'),
    limit: z.int().min(1).max(MAX_COMMITS).default(DEFAULT_COMMITS).describe('How many commits'),
  }),
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
  maskResult: true,
  judge: ({ path }, facts) => judgePathUse(path, 'read', facts),
  concerns: ({ path }) => ({ paths: [path], commands: [] }),
  ask: ({ path, limit }) => sentence('title.git-log', { count: limit, path: nameFolder(path) }),
  run: async (call, { git }): Promise<z.input<typeof output>> => ({ success: true, commits: [...(await git.log(call))] }),
  report: ({ commits }, { path }) => {
    if (commits.length === 0) return `No commits of ${describeFolder(path)}.`
    const { text, isCut } = boundText(commits.map(describeCommit).join(''))
    return isCut ? `${text}[The list goes on. To see less at once: use a smaller limit, or a path.]` : text
  },
  examples: [
    { title: 'the newest', input: { limit: 5 }, given: { 'a.ts': 'a\n' }, repository: true, risk: 'LOW' },
    { title: 'of one file', input: { path: 'a.ts' }, given: { 'a.ts': 'a\n', 'b.ts': 'b\n' }, repository: true, risk: 'LOW' },
    { title: 'no repository', input: {}, risk: 'LOW', refuses: 'GIT_NOT_INITIALIZED' },
    { title: 'a file that holds secrets', input: { path: 'deploy.key' }, repository: true, refuses: 'SENSITIVE_FILE' },
  ],
})
