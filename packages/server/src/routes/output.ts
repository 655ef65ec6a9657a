// Live output of commands: appended by the runner at byte offsets, read by anybody who may see the execution.
import { isLasting, type Outputs } from '@countersign/core'
import { type Execution, Failure, isEnd, LIMITS, type OutputBody } from '@countersign/protocol'

export interface OutputRequest {
  readonly after: number
  /** What the call started runs on, and may print more. */
  readonly printsOn: boolean
}

export async function readOutput(outputs: Outputs, { id, status }: Execution, { after, printsOn }: OutputRequest) {
  const { bytes } = await outputs.read(id, after, LIMITS.maxOutputBytes)
  const complete = isEnd(status) && !printsOn && bytes.length < LIMITS.maxOutputBytes
  const whole = bytes.subarray(0, wholeCharacters(bytes, complete))
  return { success: true as const, output: Buffer.from(whole).toString('utf8'), next: after + whole.length, complete }
}

/** How many bytes end with a whole character; at the very end of an output everything is taken as it is. */
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

/** Output of an attempt that no longer counts is not shown as if it did; what was started to run on goes on printing. */
export async function appendOutput(outputs: Outputs, execution: Execution, { attempt_id, offset, data }: OutputBody): Promise<void> {
  if (execution.attempt_id !== attempt_id || !(execution.status === 'executing' || isLasting(execution))) {
    throw new Failure('ALREADY_SETTLED', { subject: `the execution is ${execution.status}`, status: execution.status })
  }
  await outputs.append(execution.id, offset, Buffer.from(data))
}
