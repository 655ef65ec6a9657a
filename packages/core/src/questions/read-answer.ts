// An answer as the tool interprets it: the result that it makes, and the one call that it clears in advance, if any.
import {
  type Approval,
  type ClientAnswerer,
  Failure,
  type Grant,
  inEnglish,
  LIMITS,
  type QuestionAnswer,
  sentence,
  verbatim,
} from '@countersign/protocol'
import { type ClearedCall, findTool, readCall } from '@countersign/tools'
import { loadForJudgement } from '../executions/record.ts'
import { exactDigest } from '../grants/cover-call.ts'
import { insertGrant } from '../grants/create-grant.ts'
import { type Core, later, type Work } from '../work/core.ts'

export interface GivenAnswer {
  /** As it may be recorded: without a text that is a secret. */
  readonly answer: QuestionAnswer
  readonly output: Record<string, unknown>
  /** Stores the grant for the call that the answer clears. */
  grant(work: Work): Promise<Grant | undefined>
}

/** Fails with INVALID_ARGUMENTS if the question has no such answer; the question then stays open. */
export async function readAnswer(
  core: Core,
  question: Approval,
  answer: QuestionAnswer,
  atClient: ClientAnswerer | undefined,
): Promise<GivenAnswer> {
  const { project_id, tool_name, tool_params } = question
  const tool = findTool(tool_name)
  if (!tool?.question) throw new Failure('TOOL_NOT_FOUND', { subject: verbatim(tool_name) })
  if (atClient && !tool.question.atClient) throw new Failure('FORBIDDEN', { subject: sentence('subject.only-operator-answers') })
  const { texts } = await loadForJudgement(core, { project_id, tool_name, tool_params })
  const call = readCall(tool_name, tool_params, { texts, byCountersign: true })
  if ('refusal' in call) throw new Failure(call.refusal.code, { subject: call.refusal.messageForm })
  const output = tool.output.parse({ ...call.settle(answer), ...(atClient && { answered_at: 'client' }) })
  const cleared = atClient ? undefined : call.clears(answer)
  return { answer: call.recordable(answer), output, grant: async (work) => cleared && grantCall(core, work, question, cleared) }
}

/** For exactly this call by the same agent in the same session, once, for a short time. */
function grantCall(core: Core, work: Work, question: Approval, call: ClearedCall): Promise<Grant> {
  const tool = findTool(call.tool_name)
  if (!tool) throw new Error(`${question.tool_name} clears ${call.tool_name}, which is no tool`)
  return insertGrant(core, work, {
    approval: question,
    scope: 'exact',
    class: exactDigest(tool.name, tool.input.parse(call.tool_params)),
    covers: inEnglish(call.covers),
    covers_form: call.covers,
    cover_high: call.cover_high,
    script: null,
    every_agent: false,
    expires_at: later(work.now, LIMITS.exactGrantSeconds),
  })
}
