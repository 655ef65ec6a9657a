// The demo's story, in chapters. Each checks that what it says really happened.
import type { ExecutionView } from '@countersign/protocol'
import { riskColour, statusColour } from '../terminal/colours.ts'
import { agentCalls, check, countersignAsks, ended, type Play, reportLines, youDecide } from './cast.ts'
import { PROPOSED_PATCH } from './proposed-patch.ts'
import { type AppliedPatch, reviewAndApply } from './review-chapter.ts'

export async function playStory(play: Play): Promise<void> {
  await lookAround(play)
  const patch = await reviewAndApply(play, PROPOSED_PATCH)
  await runTests(play, patch?.taken ?? [])
  await tryToDelete(play)
  if (patch) await undo(play, patch)
  await showRecord(play)
}

async function lookAround(play: Play): Promise<void> {
  const { narrator } = play
  await narrator.chapter('The agent looks around')
  const listed = await harmless(play, 'list_directory', { path: '.' })
  check('the sample project is listed', listed.includes('package.json'))
  const read = await harmless(play, 'read_file', { path: 'src/greet.js' })
  check('the source is read', read.includes('greet'))
  const secret = await agentCalls(play, 'read_file', { path: '.env' })
  check('a file of secrets is refused', secret.status === 'failed' && secret.error_code === 'SENSITIVE_FILE')
  await narrator.says('Countersign', `refuses: ${secret.error}. What holds secrets is never shown to a tool.`)
}

async function harmless(play: Play, tool: string, params: object): Promise<string> {
  const view = await ended(play, await agentCalls(play, tool, params))
  check(`${tool} runs without a question`, view.status === 'completed' && !view.requires_approval)
  await play.narrator.says('Countersign', `${view.risk_level} risk: runs it at once`)
  await play.narrator.shows(reportLines(view))
  return view.report ?? ''
}

async function runTests(play: Play, taken: readonly number[]): Promise<void> {
  const { narrator } = play
  await narrator.chapter('It runs the tests')
  const asked = await agentCalls(play, 'run_command', { command: 'node --test --test-reporter spec' })
  const allowed = await youDecide(play, await countersignAsks(play, asked))
  const view = await ended(play, asked)
  if (!allowed) return toldNo(play, view)
  // The new test alone, without what it tests, fails.
  const expected = taken.includes(2) && !taken.includes(1) ? 1 : 0
  const { exit_code } = (view.result ?? {}) as { exit_code?: number }
  check(`the tests ${expected === 0 ? 'pass' : 'fail'} (${view.error ?? `exit code ${exit_code}`})`, exit_code === expected)
  await narrator.says('Countersign', 'runs exactly this on your machine, and the agent gets the output')
  await narrator.shows(reportLines(view))
}

async function toldNo({ narrator }: Play, { status, error, error_code }: ExecutionView): Promise<void> {
  check('a rejected call does not run', status === 'rejected' && error_code === 'APPROVAL_DENIED')
  await narrator.says('Countersign', `tells the agent: ${error}`)
}

async function tryToDelete(play: Play): Promise<void> {
  const { narrator, stage } = play
  await narrator.chapter('It tries something that nobody should')
  const view = await agentCalls(play, 'execute_command', { command: 'rm', args: ['-rf', '.'] })
  check('deleting the whole project is refused without a question', view.status === 'failed' && view.error_code === 'COMMAND_NOT_ALLOWED')
  await narrator.says('Countersign', `refuses without even asking you: ${view.error}`)
  check('nothing was deleted', (await stage.read('src/greet.js')).includes('greet'))
}

async function undo({ stage, narrator }: Play, { tool_id, before }: AppliedPatch): Promise<void> {
  await narrator.chapter('You change your mind')
  await narrator.says('you', 'undo the patch')
  const view = await stage.operator.undoExecution({ params: { p: stage.projectId, id: tool_id }, query: { wait_seconds: 60 } })
  check(`the undo is done (${view.error ?? view.status})`, view.status === 'completed')
  for (const [path, content] of before) check(`${path} is as it was`, (await stage.read(path)) === content)
  await narrator.says('Countersign', 'puts every file back, byte for byte; had one changed since, it would have said so and left it')
}

async function showRecord({ stage, narrator }: Play): Promise<void> {
  await narrator.chapter('Everything is on record')
  const { executions } = await stage.operator.history({ query: { project_id: stage.projectId, limit: 50 } })
  check(
    'every call is on record, and none is still open',
    executions.every(({ completed_at }) => completed_at !== null),
  )
  await narrator.shows(executions.toReversed().map(recordLine))
}

const recordLine = (execution: ExecutionView): string =>
  [
    execution.tool_name.padEnd(19),
    riskColour(execution.risk_level)((execution.risk_level ?? 'refused').padEnd(8)),
    statusColour(execution.status)(execution.status.padEnd(10)),
    because(execution),
  ].join(' ')

const CLEARED: Record<string, string> = { person: 'cleared by you', grant: 'cleared by your review', rule: 'cleared by its low risk' }

function because({ cleared_by, status, error, undone_by }: ExecutionView): string {
  if (!cleared_by) return status === 'completed' ? 'answered by you' : (error ?? '')
  return `${CLEARED[cleared_by.kind] ?? ''}${undone_by ? ', undone' : ''}`
}
