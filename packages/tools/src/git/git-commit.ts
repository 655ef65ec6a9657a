// git.commit: commits what is staged, or the current content of the named files, in the name of the operator. No hook runs, and no
// sensitive file is ever part of it.

import { combine, judgePathUse, rate } from '@countersign/policy'
import { type Preview, type Sentence, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import type { CommitPlan } from '../hosts/git.ts'
import { nameFolder } from '../words/name-folder.ts'
import { formatCount } from '../words/text.ts'
import { plainLine, textPreview } from '../words/text-preview.ts'
import { describeFile, describeFiles, describeLeftOut, gitChange, gitPath, leftOut, listLeftOut } from './git-words.ts'

const MAX_MESSAGE_CHARACTERS = 10_000
const MAX_PATHS = 100
const MAX_SHOWN_SUBJECT = 100

const input = z.strictObject({
  message: z
    .string()
    .max(MAX_MESSAGE_CHARACTERS)
    .regex(/^[^\0]*\S[^\0]*$/, 'a message has words, and no NUL')
    .describe('The message: one line, and after an empty line more if needed'),
  paths: z
    .array(gitPath)
    .min(1)
    .max(MAX_PATHS)
    .optional()
    .describe('Files and folders whose present content is committed, new ones too; without it, what is staged'),
})

const output = z.strictObject({
  success: z.literal(true),
  commit: z.string(),
  files: z.array(z.strictObject({ path: z.string(), from: z.string().optional(), change: gitChange })),
  left_out: leftOut,
})

const subjectOf = (message: string): string => message.trim().split('\n')[0]?.slice(0, MAX_SHOWN_SUBJECT).toWellFormed() ?? ''

const nameCommitted = (path: string): Sentence => {
  const name = nameFolder(path)
  return typeof name === 'string' ? sentence('text', { text: name }) : name
}

const showPlan = (message: string, { current, author, files, leftOut: hidden, hooks, diff, cut }: CommitPlan): Preview => ({
  ...textPreview(
    [
      sentence('preview.commit', { branch: current ?? 'HEAD', author }),
      ...(hooks.length === 0 ? [] : [sentence('preview.hooks-do-not-run', { hooks: hooks.join(', ') })]),
      ...files.map(describeFile),
      ...listLeftOut(hidden),
      plainLine(''),
      sentence('preview.agent-message'),
    ],
    `${markLines(message.trim())}\n${diff}`,
  ),
  ...(cut && { cut_form: cut }),
})

/** Marks every line, so that no line of the agent's words can look like one of ours. */
const markLines = (text: string): string => text.replace(/^/gm, '| ')

export const gitCommit = defineTool({
  name: 'git.commit',
  aliases: ['git_commit'],
  forModel:
    'Commit what is staged, or with `paths` the present content of these files and folders (["."] is everything). Hooks do not run. Files that hold secrets are never committed.',
  uses: ['git:commit'],
  input,
  output,
  fails: [
    'GIT_NOT_INITIALIZED',
    'GIT_ERROR',
    'FILE_CHANGED',
    'TIMEOUT',
    'CANCELLED',
    'INVALID_ARGUMENTS',
    'INVALID_PATH',
    'PATH_OUTSIDE_WORKSPACE',
    'SENSITIVE_FILE',
  ],
  usualRisk: 'MEDIUM',
  idempotent: false,
  judge: ({ paths = [] }, facts) =>
    combine(
      rate([{ risk: 'MEDIUM', sentence: sentence('reason.commits-without-hooks') }]),
      ...paths.map((path) => judgePathUse(path, 'read', facts)),
    ),
  concerns: ({ paths = [] }) => ({ paths, commands: [] }),
  ask: ({ message, paths }) =>
    paths
      ? sentence('title.commit', { paths: paths.map(nameCommitted), subject: subjectOf(message) })
      : sentence('title.commit-staged', { subject: subjectOf(message) }),
  classesOf: () => [
    {
      key: 'git.commit',
      label: sentence('text', { text: 'git.commit' }),
      covers: sentence('scope.commit'),
    },
  ],
  preview: async ({ message, paths }, { git }) => showPlan(message, await git.planCommit({ message, paths })),
  run: async ({ message, paths }, { git }): Promise<z.input<typeof output>> => {
    const { commit, files, leftOut: left_out } = await git.commit({ message, paths })
    return { success: true, commit, files: [...files], left_out: [...left_out] }
  },
  report: ({ commit, files, left_out }) =>
    `Committed ${formatCount(files.length, 'file')} as ${commit.slice(0, 12)}.\n${describeFiles(files.slice(0, 200))}${describeLeftOut(left_out)}`,
  examples: [
    {
      title: 'everything',
      input: { message: 'Add authentication logging', paths: ['.'] },
      given: { 'a.ts': 'a\n' },
      repository: 'uncommitted',
      risk: 'MEDIUM',
    },
    {
      title: 'nothing is staged',
      input: { message: 'x' },
      given: { 'a.ts': 'a\n' },
      repository: true,
      risk: 'MEDIUM',
      refuses: 'GIT_ERROR',
    },
    { title: 'no repository', input: { message: 'x' }, refuses: 'GIT_NOT_INITIALIZED' },
    { title: 'a file that holds secrets', input: { message: 'x', paths: ['.env'] }, repository: true, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { message: 'x', paths: ['../a'] }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
