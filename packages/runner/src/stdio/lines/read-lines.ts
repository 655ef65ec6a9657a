// Bytes to lines of text. Whatever comes, it goes on: a line that is too long or no text is a problem of that line only.
import { Failure, MEGABYTE, sentence } from '@countersign/protocol'

export type InputLine = { readonly text: string } | { readonly problem: Failure }

/** Empty lines are passed over; the last line need not have an end. */
export async function* readLines(input: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<InputLine> {
  const line = createLineBuffer(maxBytes)
  for await (const chunk of input) {
    for (const { bytes, isEnd } of piecesOf(chunk)) {
      line.add(bytes)
      if (isEnd) yield* line.take()
    }
  }
  yield* line.take()
}

interface Piece {
  readonly bytes: Uint8Array
  readonly isEnd: boolean
}

const NEWLINE = 10

function* piecesOf(chunk: Uint8Array): Generator<Piece> {
  let start = 0
  for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
    yield { bytes: chunk.subarray(start, end), isEnd: true }
    start = end + 1
  }
  yield { bytes: chunk.subarray(start), isEnd: false }
}

function createLineBuffer(maxBytes: number) {
  let parts: Uint8Array[] = []
  let bytes = 0
  return {
    add(part: Uint8Array): void {
      bytes += part.length
      // What is too long is not kept while the rest of it comes.
      if (bytes > maxBytes) parts = []
      else if (part.length > 0) parts.push(part)
    },
    take(): InputLine[] {
      const line = bytes > maxBytes ? { problem: tooLong(bytes, maxBytes) } : decode(Buffer.concat(parts))
      parts = []
      bytes = 0
      return line ? [line] : []
    },
  }
}

const tooLong = (bytes: number, maxBytes: number): Failure =>
  new Failure('FILE_TOO_LARGE', { subject: sentence('stdio.line-too-long', { count: bytes, megabytes: maxBytes / MEGABYTE }) })

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): InputLine | undefined {
  try {
    const text = UTF8.decode(bytes).trim()
    return text ? { text } : undefined
  } catch (cause) {
    return { problem: new Failure('ENCODING_ERROR', { subject: sentence('stdio.line-not-utf8') }, { cause }) }
  }
}
