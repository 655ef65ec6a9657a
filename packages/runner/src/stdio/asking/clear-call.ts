// Whether a call may run, by the mode: at once, after the parent's answer, or not at all.
import {
  type BaseDigests,
  type ClearedBy,
  canonicalJson,
  Failure,
  isRiskAbove,
  type Preview,
  sentence,
  verbatim,
} from '@countersign/protocol'
import { previewCall } from '../../execute/preview-call.ts'
import type { Decision, OpenQuestion } from './questions.ts'
import { readStdioCall, type StdioCall } from './read-stdio-call.ts'
import { questionMessage } from './send-question.ts'
import type { StdioPorts } from './stdio-ports.ts'

export interface CallToClear {
  readonly call_id: string
  readonly judged: StdioCall
  /** The caller wants a question, whatever the risk. */
  readonly requiresApproval: boolean
  readonly signal: AbortSignal
}

export interface ClearedStdioCall {
  /** As it was edited, where it was. */
  readonly judged: StdioCall
  readonly by: ClearedBy
  /** Of what was shown; empty where nothing was. */
  readonly base_digests: BaseDigests
}

export async function clearCall(ports: StdioPorts, call: CallToClear): Promise<ClearedStdioCall> {
  const { judged, requiresApproval } = call
  const { mode } = ports
  const needsAnswer = judged.risk !== 'LOW' || judged.asks.length > 0 || requiresApproval
  if (!needsAnswer || mode === 'all') return { judged, by: { kind: 'parent', mode }, base_digests: {} }
  if (mode === 'low') throw refusedByMode(judged)
  if (judged.asks.length === 0 && !requiresApproval && ports.reviewed.take(judged))
    return { judged, by: { kind: 'parent', mode, decision: 'review' }, base_digests: {} }
  return askUntilAnswered(ports, call)
}

function refusedByMode({ risk, reasons }: StdioCall): Failure {
  return new Failure('POLICY_DENIED', { subject: sentence('stdio.only-low', { risk: sentence(`risk.${risk}`), reasons }) })
}

async function askUntilAnswered(ports: StdioPorts, call: CallToClear): Promise<ClearedStdioCall> {
  let asked: Asked = { cleared: undefined, judged: call.judged }
  while (!asked.cleared) asked = await askOnce(ports, call, asked.judged)
  return asked.cleared
}

/** Without `cleared`: the call as it was edited, to be asked again. */
interface Asked {
  readonly cleared: ClearedStdioCall | undefined
  readonly judged: StdioCall
}

async function askOnce(ports: StdioPorts, { call_id, signal }: CallToClear, judged: StdioCall): Promise<Asked> {
  const shown = await showCall(ports, judged, signal)
  const seconds = ports.approvalSeconds[judged.risk === 'HIGH' ? 'HIGH' : 'MEDIUM']
  using open = ports.questions.open(call_id, seconds)
  ports.send(questionMessage({ call_id, kind: 'approval', judged, preview: shown.preview, seconds, open }))
  const { decision, edited } = await answerOf(ports, call_id, open, judged)
  if (decision === 'approve' || !edited) return { cleared: cleared(ports, judged, 'approve', shown), judged }
  const again = await showCall(ports, edited, signal)
  if (differs(judged, shown, edited, again)) return { cleared: undefined, judged: edited }
  return { cleared: cleared(ports, edited, 'edit', again), judged: edited }
}

interface ShownCall {
  readonly preview: Preview | null
  readonly base_digests: BaseDigests
}

async function showCall(ports: StdioPorts, call: StdioCall, signal: AbortSignal): Promise<ShownCall> {
  if (call.tool.preview) return previewCall({ ...ports, ...ports.judgedBy }, call, signal)
  const { isolation } = ports.machine
  return { preview: call.show({ isolation, network: call.network }), base_digests: {} }
}

const cleared = ({ mode }: StdioPorts, judged: StdioCall, decision: 'approve' | 'edit', { base_digests }: ShownCall): ClearedStdioCall => ({
  judged,
  by: { kind: 'parent', mode, decision },
  base_digests,
})

/** A file change is asked again where its diff is new; a command, which whoever edited it has written, where it may do more than was shown. */
function differs(before: StdioCall, shown: ShownCall, edited: StdioCall, again: ShownCall): boolean {
  const doesMore = isRiskAbove(edited.risk, before.risk) || (edited.network && !before.network)
  return doesMore || (edited.tool.preview !== undefined && canonicalJson(again.preview) !== canonicalJson(shown.preview))
}

interface Answer {
  readonly decision: Decision['decision']
  readonly edited?: StdioCall
}

/** An edit that is refused is reported, and the question stays open. */
async function answerOf(ports: StdioPorts, call_id: string, open: OpenQuestion, { tool }: StdioCall): Promise<Answer> {
  for (;;) {
    const { decision, modified_arguments, feedback } = await open.next()
    if (decision === 'reject') throw new Failure('APPROVAL_DENIED', feedback ? { subject: verbatim(feedback) } : {})
    if (decision === 'approve' && !modified_arguments) return { decision }
    try {
      return { decision: 'edit', edited: await readStdioCall(ports, tool.name, modified_arguments ?? {}) }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      ports.sendError(error, call_id)
    }
  }
}
