// Processes that wait for input become questions to the operator: one for each wait, withdrawn when the process goes on or ends. What the
// runner reports is the truth; a report that is lost is made up for by the next one.
import {
  type Approval,
  type Execution,
  Failure,
  type InputWait,
  type ProcessReport,
  type Project,
  SEND_INPUT,
  sentence,
} from '@countersign/protocol'
import { processInput } from '@countersign/tools'
import { cancelExecution } from '../calls/cancel.ts'
import { requestCall } from '../calls/request.ts'
import { revoke } from '../grants/revoke.ts'
import { type Core, commit, type Principal } from '../work/core.ts'

/** An answer that did not reach the process within this time is asked for again. */
const DELIVERY_MILLISECONDS = 10_000
const MAX_QUESTIONS = 5

interface WaitingProcess {
  readonly report: ProcessReport
  readonly wait: InputWait
}

export async function followInputWaits(core: Core, project: Project, reports: readonly ProcessReport[]): Promise<void> {
  const waiting = reports.flatMap((report) => (report.running && report.waiting ? [{ report, wait: report.waiting }] : []))
  const { questions, grants } = await core.store.read(async (tx) => ({
    questions: await tx.approvals.find({ equal: { project_id: project.id, status: 'pending' } }),
    grants: await tx.grants.find({ equal: { project_id: project.id, revoked_at: null } }),
  }))
  const asked = questions.filter(({ tool_name }) => tool_name === processInput.name)
  for (const question of asked)
    if (!waiting.some(({ wait }) => wait.wait_id === question.tool_params.wait_id)) await withdraw(core, question)
  const ended = new Set(reports.filter(({ running }) => !running).map(({ tool_id }) => `write_process:${tool_id}`))
  for (const grant of grants)
    if (grant.class && ended.has(grant.class)) await commit(core, 'grant', project.id, async (work) => void (await revoke(work, grant)))
  for (const process of waiting)
    if (!asked.some(({ tool_params }) => tool_params.wait_id === process.wait.wait_id)) await ask(core, project, process)
}

async function withdraw(core: Core, { tool_id, project_id }: Approval): Promise<void> {
  await commit(core, 'cancel', project_id, async (work) => {
    const execution = await work.tx.executions.get(tool_id)
    if (execution) await cancelExecution(core, work, execution, sentence('subject.process-goes-on'))
  })
}

async function ask(core: Core, project: Project, { report, wait }: WaitingProcess): Promise<void> {
  const started = await core.store.read((tx) => tx.executions.get(report.tool_id))
  const call_id = started && (await nextQuestion(core, started, wait))
  if (!call_id || started.project_id !== project.id) return
  const { command } = started.tool_params
  const tool_params = {
    process_id: report.process_id,
    tool_id: started.id,
    wait_id: wait.wait_id,
    command: typeof command === 'string' ? command : '',
    output: wait.output,
    secret: wait.secret,
  }
  const request = { tool_name: processInput.name, tool_params, session_id: started.session_id, call_id, by_countersign: true }
  await requestCall(core, ownerOf(started), project, request).catch((error: unknown) => {
    // The session has ended: so does its process.
    if (!(error instanceof Failure) || error.code !== 'NOT_FOUND') throw error
  })
}

/** Undefined if the operator was asked about this wait and the answer may still arrive, or was that nothing be typed. */
async function nextQuestion(core: Core, { session_id }: Execution, { wait_id }: InputWait): Promise<string | undefined> {
  for (let number = 1; number <= MAX_QUESTIONS; number++) {
    const call_id = `input:${wait_id}:${number}`
    const [known] = await core.store.read((tx) => tx.executions.find({ equal: { session_id, call_id }, limit: 1 }))
    if (!known) return call_id
    const isSent = known.status === 'completed' && (known.result as { action?: unknown } | null)?.action === SEND_INPUT
    if (!isSent || core.clock.now() - Date.parse(known.completed_at ?? '') < DELIVERY_MILLISECONDS) return undefined
  }
  return undefined
}

/** The question belongs to the session of the process, and so to whoever started it. */
const ownerOf = ({ user_id, project_id, agent }: Execution): Principal => ({
  user_id,
  project_id,
  roles: agent.startsWith('operator:') ? ['operator'] : ['agent'],
  agent: agent.startsWith('operator:') ? null : agent,
  token_id: 'countersign',
})
