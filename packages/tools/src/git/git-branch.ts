// git.branch: list, create, switch to or delete a branch. A switch changes files; the person sees which.
import { type Finding, type Judgement, rate, refuse } from '@countersign/policy'
import { Failure, type Preview, type Sentence, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { type CallClass, defineTool } from '../define-tool.ts'
import type { BranchChange, BranchPlan } from '../hosts/git.ts'
import { boundText, formatCount } from '../words/text.ts'
import { textPreview } from '../words/text-preview.ts'
import { problemOfBranchName } from './branch-name.ts'
import { describeFile } from './git-words.ts'

const MAX_BRANCHES = 1_000

const input = z.strictObject({
  action: z.enum(['list', 'create', 'switch', 'delete']),
  name: z.string().optional().describe('The branch; not for list'),
})

const output = z.strictObject({
  success: z.literal(true),
  branches: z.array(z.strictObject({ name: z.string(), commit: z.string(), upstream: z.string().nullable() })),
  /** Null if HEAD is not a branch. */
  current: z.string().nullable(),
  total_count: z.int(),
})

type Call = z.output<typeof input>

const EFFECTS: Record<BranchChange['action'], Finding> = {
  create: { risk: 'MEDIUM', sentence: sentence('reason.creates-branch') },
  switch: { risk: 'MEDIUM', sentence: sentence('reason.switches-branch') },
  delete: { risk: 'HIGH', sentence: sentence('reason.deletes-branch') },
}

function judge({ action, name }: Call): Judgement {
  if (action === 'list')
    return name === undefined
      ? rate([{ risk: 'LOW', sentence: sentence('reason.lists-branches') }])
      : refuse('INVALID_ARGUMENTS', sentence('problem.list-takes-no-name'))
  if (name === undefined) return refuse('INVALID_ARGUMENTS', sentence('problem.needs-branch-name', { action }))
  const problem = problemOfBranchName(name)
  return problem ? refuse('INVALID_ARGUMENTS', problem) : rate([EFFECTS[action]])
}

function changeOf({ action, name }: Call): BranchChange {
  if (action === 'list' || name === undefined)
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('repository.list-changes-nothing') })
  return { action, name }
}

function showPlan({ action, name }: BranchChange, { current, commit, subject, files }: BranchPlan): Preview {
  const at = { name, commit, subject }
  const lines = {
    create: () => [sentence('preview.create-branch', at)],
    switch: () => [
      sentence('preview.switch-branch', { ...at, current: current ?? 'HEAD' }),
      sentence('preview.switch-changes', { count: files.length }),
    ],
    delete: () => [sentence('preview.delete-branch', at)],
  }
  return textPreview([...lines[action](), ...files.map(describeFile)], '')
}

function classesOf({ action }: Call): readonly CallClass[] {
  if (action === 'list' || action === 'delete') return []
  return [
    {
      key: `git.branch:${action}`,
      label: sentence('text', { text: `git.branch ${action}` }),
      covers: sentence('scope.branch', { action }),
    },
  ]
}

const ask = ({ action, name = '' }: Call): Sentence =>
  action === 'list' ? sentence('title.branch-list') : sentence(`title.branch-${action}`, { name })

const DONE: Record<BranchChange['action'], string> = { create: 'Created', switch: 'Switched to', delete: 'Deleted' }

export const gitBranch = defineTool({
  name: 'git.branch',
  aliases: ['git_branch'],
  forModel:
    'List, create (at the present commit, without switching), switch to or delete a git branch. A switch that would overwrite local changes is refused, and so is deleting what is not merged.',
  uses: ['git:branch'],
  input,
  output,
  fails: ['GIT_NOT_INITIALIZED', 'GIT_ERROR', 'FILE_CHANGED', 'SENSITIVE_FILE', 'TIMEOUT', 'CANCELLED', 'INVALID_ARGUMENTS'],
  usualRisk: 'MEDIUM',
  idempotent: false,
  judge,
  concerns: () => ({ paths: [], commands: [] }),
  ask,
  classesOf,
  preview: async (call, { git }) => {
    if (call.action === 'list') return textPreview([sentence('preview.list-branches', { count: (await git.branches()).branches.length })])
    return showPlan(changeOf(call), await git.planBranch(changeOf(call)))
  },
  run: async (call, { git }): Promise<z.input<typeof output>> => {
    const { branches, current } = call.action === 'list' ? await git.branches() : await git.changeBranch(changeOf(call))
    return { success: true, branches: branches.slice(0, MAX_BRANCHES), current, total_count: branches.length }
  },
  report: ({ branches, current, total_count }, { action, name }) => {
    const done = action === 'list' ? '' : `${DONE[action]} ${name}. `
    const { text, lines } = boundText(branches.map((branch) => `${branch.name === current ? '*' : ' '} ${branch.name}\n`).join(''))
    const more = lines < total_count ? `[${lines} of ${formatCount(total_count, 'branch')}es]\n` : ''
    return `${done}${current === null ? 'HEAD is no branch' : `The branch is ${current}`}.\n${action === 'list' ? text + more : ''}`
  },
  examples: [
    { title: 'all branches', input: { action: 'list' }, given: { 'a.ts': 'a\n' }, repository: true, risk: 'LOW' },
    {
      title: 'a new one',
      input: { action: 'create', name: 'feature/new-auth' },
      given: { 'a.ts': 'a\n' },
      repository: true,
      risk: 'MEDIUM',
    },
    {
      title: 'the one that is current',
      input: { action: 'delete', name: 'main' },
      given: { 'a.ts': 'a\n' },
      repository: true,
      risk: 'HIGH',
      refuses: 'GIT_ERROR',
    },
    {
      title: 'one that is not there',
      input: { action: 'switch', name: 'other' },
      given: { 'a.ts': 'a\n' },
      repository: true,
      risk: 'MEDIUM',
      refuses: 'GIT_ERROR',
    },
    { title: 'an option for a name', input: { action: 'create', name: '-d' }, refuses: 'INVALID_ARGUMENTS' },
    { title: 'no repository', input: { action: 'list' }, refuses: 'GIT_NOT_INITIALIZED' },
  ],
})
