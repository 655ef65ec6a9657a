// Live output of commands: the runner appends it at byte offsets, and anybody who may see the execution can read it.
import { isLost, isPersistent, type OutputPart, type Outputs } from '@countersign/core'
import { type Execution, Failure, isEnd, LIMITS, type OutputBody, sentence } from '@countersign/protocol'

export interface OutputRequest {
  readonly after: number
  /** A process started by the call is still running and may print more. */
  readonly printsOn: boolean
}

export async function readOutput(outputs: Outputs, execution: Execution, { after, printsOn }: OutputRequest) {
  const part = await outputs.read(execution.id, after, LIMITS.maxOutputBytes)
  const isLastPart = part.start + part.bytes.length >= part.end
  const ended = isEnd(execution.status) && !printsOn && isLastPart
  const stopsAtGap = !isLastPart && part.bytes.length < LIMITS.maxOutputBytes
  const whole = part.bytes.subarray(0, wholeCharacters(part.bytes, ended || stopsAtGap))
  const read = part.start + whole.length
  const next = ended ? Math.max(read, execution.output_bytes ?? 0) : read
  return {
    success: true as const,
    output: Buffer.from(whole).toString('utf8'),
    missing_bytes: part.start - after + (next - read),
    next,
    ended,
    complete: ended && isWhole(part, execution),
  }
}

/** A call that was given up or stopped may have printed more than was reported. */
function isWhole({ end, missing }: OutputPart, execution: Execution): boolean {
  if (missing > 0) return false
  if (execution.output_bytes !== null) return end >= execution.output_bytes
  return !isLost(execution) && !(execution.status === 'cancelled' && execution.started_at !== null)
}

/** How many bytes to take so that no character is cut. At the very end of an output all bytes are taken. */
function wholeCharacters(bytes: Uint8Array, isLast: boolean): number {
  if (isLast) return bytes.length
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) return lengthOfCharacter(byte) > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function lengthOfCharacter(first: number): number {
  if (first >= 0xf0) return 4
  return first >= 0xe0 ? 3 : 2
}

/** Output of an attempt that is no longer the current one is refused. */
export async function appendOutput(outputs: Outputs, execution: Execution, { attempt_id, offset, data }: OutputBody): Promise<void> {
  const bytes = Buffer.from(data)
  if (execution.attempt_id !== attempt_id || !isExpected(execution, offset + bytes.length)) {
    throw new Failure('ALREADY_SETTLED', {
      subject: sentence('subject.execution-is', { status: sentence(`status.${execution.status}`) }),
      status: execution.status,
    })
  }
  await outputs.append(execution.id, offset, bytes)
}

/**
 * Output may arrive after the end of a call: from a process that keeps running, up to the size that the result states, or from a
 * lost call.
 */
const isExpected = (execution: Execution, end: number): boolean =>
  execution.status === 'executing' || isPersistent(execution) || isLost(execution) || end <= (execution.output_bytes ?? 0)
