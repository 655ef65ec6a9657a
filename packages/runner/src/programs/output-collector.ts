// What one stream of a program printed: the beginning and the end are kept, the middle of a long output is only counted.
// Characters that are cut by a chunk's border are put together again; what is not UTF-8 becomes a replacement character.
import { StringDecoder } from 'node:string_decoder'

export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr'
  /** In bytes of this stream's text, as UTF-8. */
  readonly offset: number
  readonly data: string
}

export interface OutputCollector {
  readonly bytes: number
  add(chunk: Buffer): void
  /** No more will come: half a character that is left becomes a replacement character. */
  end(): void
  /** At most this many bytes of it, head and tail. */
  text(maxBytes: number): string
}

export interface CollectorOptions {
  readonly stream: OutputChunk['stream']
  readonly keepBytes: number
  readonly onOutput?: ((chunk: OutputChunk) => void) | undefined
}

export function createOutputCollector({ stream, keepBytes, onOutput }: CollectorOptions): OutputCollector {
  const half = Math.ceil(keepBytes / 2)
  const decoder = new StringDecoder('utf8')
  const kept = { head: [] as Buffer[], headBytes: 0, tail: [] as Buffer[], tailBytes: 0 }
  let [bytes, offset] = [0, 0]

  function publish(data: string): void {
    if (data === '') return
    onOutput?.({ stream, offset, data })
    offset += Buffer.byteLength(data)
  }

  function keep(chunk: Buffer): void {
    const first = chunk.subarray(0, half - kept.headBytes)
    const rest = chunk.subarray(first.length)
    if (first.length > 0) kept.head.push(first)
    kept.headBytes += first.length
    if (rest.length === 0) return
    kept.tail.push(rest)
    kept.tailBytes += rest.length
    while (kept.tailBytes - (kept.tail[0] as Buffer).length >= half) kept.tailBytes -= (kept.tail.shift() as Buffer).length
  }

  return {
    get bytes() {
      return bytes
    },
    add(chunk) {
      bytes += chunk.length
      keep(chunk)
      publish(decoder.write(chunk))
    },
    end: () => publish(decoder.end()),
    text: (maxBytes) => cutMiddle(Buffer.concat(kept.head), Buffer.concat(kept.tail), bytes, Math.min(maxBytes, keepBytes)),
  }
}

function cutMiddle(head: Buffer, tail: Buffer, bytes: number, maxBytes: number): string {
  const whole = Buffer.concat([head, tail])
  if (bytes <= maxBytes && whole.length === bytes) return whole.toString('utf8')
  const half = Math.floor(maxBytes / 2)
  const first = whole.subarray(0, characterStart(whole, half))
  const last = whole.subarray(characterStart(whole, whole.length - half))
  return `${first.toString('utf8')}\n[… ${bytes - first.length - last.length} bytes left out …]\n${last.toString('utf8')}`
}

/** The nearest place at or before `at` where a character begins, so that a cut does not spoil one. */
function characterStart(bytes: Buffer, at: number): number {
  let start = Math.max(0, Math.min(at, bytes.length))
  for (let back = 0; back < 3 && start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80; back++) start--
  return start
}

/** How much of each stream goes into the result, so that both together stay within the limit and neither starves. */
export function shareOutput(stdoutBytes: number, stderrBytes: number, maxBytes: number): { stdout: number; stderr: number } {
  const stderr = Math.min(stderrBytes, Math.max(Math.floor(maxBytes / 4), maxBytes - stdoutBytes))
  return { stdout: Math.min(stdoutBytes, maxBytes - stderr), stderr }
}
