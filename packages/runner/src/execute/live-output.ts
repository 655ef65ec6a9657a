// Output of a running command on its way to the operator. It never holds the command up: pieces are gathered and sent one
// after the other. Where the server cannot be reached, or is hopelessly slow, pieces are given up and the offset shows the gap.
import type { Client } from '@countersign/client'
import type { AttemptId, ExecutionId, OutputBody, ProjectId } from '@countersign/protocol'

const GATHER_MILLISECONDS = 50
const GATHER_CHARACTERS = 16 * 1024
/** Even if every character needs an escape, a message stays within its limit. */
const MAX_MESSAGE_CHARACTERS = 64 * 1024
const MAX_WAITING_CHARACTERS = 32 * 1024 * 1024
const MAX_POST_MILLISECONDS = 5_000
/** A line is held back until it is whole, so that a secret in it can be recognised, but not for long. */
const MAX_LINE_PASSES = 10

export type OutputName = OutputBody['stream']

export interface LiveOutput {
  write(chunk: { readonly stream: OutputName; readonly data: string }): void
  /** Sends what is left; resolves when nothing is under way. */
  end(): Promise<void>
}

export interface LiveOutputOptions {
  readonly client: Pick<Client, 'postOutput'>
  readonly projectId: ProjectId
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
  readonly mask: (text: string) => string
}

interface Gathered {
  text: string
  passes: number
}

export interface OutputPiece {
  readonly stream: OutputName
  /** Of both streams together, in bytes, in the order in which they came. */
  readonly offset: number
  readonly data: string
}

export interface GatherOptions {
  readonly mask: (text: string) => string
  readonly deliver: (piece: OutputPiece) => Promise<unknown>
}

export function createLiveOutput({ client, projectId, tool_id, attempt_id, mask }: LiveOutputOptions): LiveOutput {
  const params = { p: projectId, id: tool_id }
  const deliver = (piece: OutputPiece) =>
    client.postOutput({ params, body: { attempt_id, ...piece }, signal: AbortSignal.timeout(MAX_POST_MILLISECONDS) })
  return gatherOutput({ mask, deliver })
}

export function gatherOutput({ mask, deliver }: GatherOptions): LiveOutput {
  const gathered: Record<OutputName, Gathered> = { stdout: newGathered(), stderr: newGathered() }
  let sending = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let offset = 0

  const post = async (stream: OutputName, data: string): Promise<void> => {
    const piece = { stream, offset, data }
    offset += Buffer.byteLength(data)
    await deliver(piece)
  }
  const sendAll = async (isLast: boolean): Promise<void> => {
    for (const stream of ['stdout', 'stderr'] as const) {
      for (let data = takeWhole(gathered[stream], isLast); data; data = takeWhole(gathered[stream], isLast)) {
        // The live view is not worth waiting for: what has piled up behind a piece that did not arrive is given up with it.
        await post(stream, mask(data)).catch(() => giveUp(gathered[stream]))
      }
    }
  }
  const giveUp = (pile: Gathered): void => {
    offset += dropExcess(pile, 0)
  }
  const send = (isLast: boolean): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    sending = sending.then(() => sendAll(isLast))
    return sending
  }
  const schedule = (): void => {
    const { stdout, stderr } = gathered
    const waiting = stdout.text.length + stderr.text.length
    if (waiting > 0) timer ??= setTimeout(() => void send(false).then(schedule), waiting < GATHER_CHARACTERS ? GATHER_MILLISECONDS : 0)
  }
  return {
    write({ stream, data }) {
      const pile = gathered[stream]
      pile.text += data
      offset += dropExcess(pile, MAX_WAITING_CHARACTERS)
      schedule()
    },
    end: () => send(true),
  }
}

const newGathered = (): Gathered => ({ text: '', passes: 0 })

/** Keeps the last `kept` characters; tells how many bytes were given up. */
function dropExcess(pile: Gathered, kept: number): number {
  const excess = pile.text.length - kept
  if (excess <= 0) return 0
  const dropped = pile.text.slice(0, excess)
  pile.text = pile.text.slice(excess)
  return Buffer.byteLength(dropped)
}

/** Whole lines, at most one message's worth; a lone part of a line only when it has waited or nothing more comes. */
function takeWhole(pile: Gathered, isLast: boolean): string {
  const piece = wholeCharacters(pile.text.slice(0, MAX_MESSAGE_CHARACTERS))
  if (!piece) return ''
  const end = piece.lastIndexOf('\n') + 1
  const mayCut = isLast || piece.length >= MAX_MESSAGE_CHARACTERS - 1 || pile.passes >= MAX_LINE_PASSES
  if (end === 0 && !mayCut) {
    pile.passes++
    return ''
  }
  const data = end > 0 ? piece.slice(0, end) : piece
  pile.passes = 0
  pile.text = pile.text.slice(data.length)
  return data
}

/** Never half of a character that takes two units. */
const wholeCharacters = (text: string): string => (/[\ud800-\udbff]$/.test(text) && text.length > 1 ? text.slice(0, -1) : text)
