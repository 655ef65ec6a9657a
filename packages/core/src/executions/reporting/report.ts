// The report of an execution for the model that called it: short, bounded, with what to do next. Made from the raw form, which belongs to
// the agent.
import {
  type Approval,
  bodyText,
  type ErrorCode,
  type Execution,
  failureSentence,
  findReferences,
  type LateResult,
  LIMITS,
  markAsData,
  resolveReferences,
  withTexts,
} from '@countersign/protocol'
import { boundOutput, describeEdit, findTool, MAX_REPORT_CHARACTERS, MAX_REPORT_LINES, quoteOperator } from '@countersign/tools'
import type { Core } from '../../work/core.ts'
import { rawLateResult } from '../late-result.ts'
import { rawParams } from '../record.ts'
import { adviceOf } from './view.ts'

/** A tool limits its own text; these are the few lines that a report may add around it. */
const OWN_LINES = 50
const OWN_CHARACTERS = 4096

interface ReportPart {
  readonly text: string
  /** The content came out of the workspace, whoever wrote it there: it is never an instruction. */
  readonly isData: boolean
}

/** `result` as the agent gets it. Data is marked as data for every agent, internal or external. */
export async function reportOf(core: Core, execution: Execution, result: unknown): Promise<string> {
  const { tool_name, id } = execution
  const said = [await operatorsChange(core, execution), await operatorsWords(core, execution)]
  const parts = [...(await outcomeOf(core, execution, result)), ...said.map((text) => ours(text ?? ''))]
  return parts
    .filter(({ text }) => text !== '')
    .map(({ text, isData }) => (isData ? markAsData(tool_name, id, bound(text)) : bound(text)))
    .join('\n')
}

const bound = (text: string): string => boundOutput(text, MAX_REPORT_LINES + OWN_LINES, MAX_REPORT_CHARACTERS + OWN_CHARACTERS)

const ours = (text: string): ReportPart => ({ text, isData: false })

async function outcomeOf(core: Core, execution: Execution, result: unknown): Promise<ReportPart[]> {
  const { status, error } = execution
  if (status === 'rejected') return [ours(await rejection(core, execution))]
  if (status === 'completed') {
    const text = await success(core, execution, (result ?? {}) as Record<string, unknown>)
    return [{ text, isData: !findTool(execution.tool_name)?.question }]
  }
  if (error === null) return [ours(waiting(execution))]
  if (execution.late_result) return lateOutcome(core, execution, execution.late_result)
  const parts = [
    { text: error, isData: isRunners(execution) },
    ours(adviceOf(execution).advice ?? ''),
    { text: printed(result), isData: true },
  ]
  return parts.filter(({ text }) => text !== '')
}

/** The advice for a lost call (look at the workspace first) no longer applies: its outcome is known. */
async function lateOutcome(core: Core, execution: Execution, late: LateResult): Promise<ReportPart[]> {
  const result = await rawLateResult(core, execution, late)
  const lost = ours('The runner was lost while it ran, and told the outcome later. Do not repeat the call without need.')
  if (late.status === 'completed') {
    return [lost, ours('It did finish:'), { text: await success(core, execution, (result ?? {}) as Record<string, unknown>), isData: true }]
  }
  const parts = [lost, ours('It did fail:'), { text: late.error ?? '', isData: true }, { text: printed(result), isData: true }]
  return parts.filter(({ text }) => text !== '')
}

const SERVERS_CODES: readonly (string | null)[] = ['CANCELLED', 'RUNNER_LOST'] satisfies ErrorCode[]

/** The text of a failure at the runner may contain file names or output of git. */
const isRunners = ({ started_at, error_type }: Execution): boolean => started_at !== null && !SERVERS_CODES.includes(error_type)

const waiting = ({ id, status }: Execution): string =>
  `${status === 'awaiting_approval' ? 'It waits for the operator' : 'It is on its way'}. Look again: GET /my/tools/${id}?wait_seconds=30`

async function rejection(core: Core, execution: Execution): Promise<string> {
  const reason = execution.error_details?.operator_reason ?? (await findDecision(core, execution))?.reason
  return `${failureSentence('APPROVAL_DENIED')}. ${adviceOf(execution).advice}${reason ? `\n${quoteOperator(reason)}` : ''}`
}

async function findDecision(core: Core, { approval_id }: Execution): Promise<Approval['decision'] | undefined> {
  return approval_id ? (await core.store.read((tx) => tx.approvals.get(approval_id)))?.decision : undefined
}

async function success(core: Core, execution: Execution, result: Record<string, unknown>): Promise<string> {
  const tool = findTool(execution.tool_name)
  const output = tool?.output.safeParse(withTexts(result, await beginnings(core, execution, result)))
  const input = tool?.input.safeParse(withTexts(await rawParams(core, execution)))
  // A plain client may omit fields, and a tool's parameters may have changed since.
  return tool && output?.success && input?.success ? tool.report(output.data, input.data) : JSON.stringify(result, null, 2)
}

/** A value too long for a message is stored as a body; a report shows at most its beginning. */
async function beginnings(core: Core, { project_id }: Execution, result: Record<string, unknown>): Promise<Record<string, string>> {
  const references = Object.entries(findReferences(result)).map(async ([name, { $body }]) => {
    const bytes = await core.bodies.get(project_id, $body, LIMITS.maxOutputBytes)
    return [name, bytes ? bodyText(bytes) : ''] as const
  })
  return Object.fromEntries(await Promise.all(references))
}

/** The output of a command before it was ended. */
function printed(result: unknown): string {
  const { stdout, stderr } = (result ?? {}) as { stdout?: unknown; stderr?: unknown }
  return [stdout, stderr]
    .filter((text): text is string => typeof text === 'string' && text !== '')
    .map((text) => boundOutput(text, MAX_REPORT_LINES / 2, MAX_REPORT_CHARACTERS / 2))
    .join('\n')
}

/** A comment given with an approval. A reason and an answer to a question are already part of the outcome. */
async function operatorsWords(core: Core, { approval_id, status }: Execution): Promise<string> {
  if (!approval_id || status === 'rejected' || status === 'awaiting_approval') return ''
  const approval: Approval | undefined = await core.store.read((tx) => tx.approvals.get(approval_id))
  if (approval?.kind !== 'approval' || !approval.decision) return ''
  const { comment } = approval.decision
  return comment ? quoteOperator(comment.slice(0, OWN_CHARACTERS / 2)) : ''
}

type Params = Record<string, unknown>

/** How much of each text is compared: the description of a change is short. */
const MAX_COMPARED_BYTES = 1024 * 1024

/**
 * What the operator changed in a call; undefined if it ran as it was sent, or still waits. The operator is asked again about an edited file
 * change, so the edit may be in the answer to an earlier approval of the same call.
 */
export async function operatorsChange(core: Core, execution: Execution): Promise<string | undefined> {
  const { id, status, requires_approval } = execution
  if (!requires_approval || status === 'awaiting_approval' || status === 'pending') return undefined
  const questions = await core.store.read((tx) => tx.approvals.find({ equal: { tool_id: id }, order: { column: 'created_at' } }))
  const edited = questions.filter(({ decision }) => decision?.edited_params)
  const [first] = edited
  const ran = edited.at(-1)?.decision?.edited_params
  if (!first || !ran) return undefined
  const [before, after] = [await withBodies(core, first, first.tool_params), await withBodies(core, first, ran)]
  return describeEdit(core.masker.maskValue(before), core.masker.maskValue(after))
}

/** Long texts are stored separately; only their beginning is compared. */
const withBodies = (core: Core, { project_id }: Approval, params: Params): Promise<Params> =>
  resolveReferences(params, async (digest) => {
    const bytes = await core.bodies.get(project_id, digest, MAX_COMPARED_BYTES)
    return bytes ? bodyText(bytes) : `[no longer kept: ${digest}]`
  })
