// A call on stdio, read and judged with the real disk: refused for good, or rated, with the reasons for asking.
import { Failure, hasReference, refusalOnChannel, sentence } from '@countersign/protocol'
import { type JudgedCall, type Params, readCall } from '@countersign/tools'
import { requireAccepted } from '../../clearance/check-clearance.ts'
import { type JudgePorts, judgeHere } from '../../execute/run-call.ts'
import type { StdioPorts } from './stdio-ports.ts'

export type StdioCall = JudgedCall & {
  /** As they were sent. */
  readonly args: Params
}

export async function readStdioCall(ports: JudgePorts & Pick<StdioPorts, 'judgedBy'>, tool_name: string, args: Params): Promise<StdioCall> {
  const tooLarge = refusalOnChannel(args)
  if (tooLarge) throw tooLarge
  if (hasReference(args)) throw new Failure('INVALID_ARGUMENTS', { subject: sentence('stdio.no-bodies') })
  return { ...(await judgeHere(ports, requireAccepted(readCall(tool_name, args)), ports.judgedBy)), args }
}
