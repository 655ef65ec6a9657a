// Sends what is kept of outputs to the server, by offset: one piece at a time for each call, each until the server has it. A server
// that is away holds nothing up and loses nothing that is still kept.
import { setTimeout as sleep } from 'node:timers/promises'
import { type BackoffOptions, type Client, createBackoff, RefusedRequest } from '@countersign/client'
import type { AttemptId, ExecutionId, ProjectId } from '@countersign/protocol'
import type { OutputPiece, StoredOutput } from './stored-output.ts'

export interface PrintingCall {
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
}

export interface Followed {
  /** More of it is kept now. */
  more(): void
  /** Nothing more comes. Resolves true when the server has all that was kept, or takes no more; false where the sender stopped. */
  end(): Promise<boolean>
}

export interface OutputSender {
  follow(call: PrintingCall, kept: StoredOutput): Followed
  /** The server is there again: whatever waits is tried now. */
  hurry(): void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
  stop(): void
}

export interface SenderPorts {
  readonly client: Pick<Client, 'postOutput'>
  readonly projectId: ProjectId
  readonly retry: BackoffOptions
}

/** Even if every character needs an escape, a message stays within its limit. */
const MAX_PIECE_BYTES = 64 * 1024
const MAX_POST_MILLISECONDS = 5_000

export function createOutputSender(ports: SenderPorts): OutputSender {
  let hurried = Promise.withResolvers<void>()
  let isStopped = false
  const underWay = new Set<Promise<void>>()
  const onSending = (sending: Promise<void>): void => {
    underWay.add(sending)
    void sending.finally(() => underWay.delete(sending))
  }
  const hurry = (): void => {
    hurried.resolve()
    hurried = Promise.withResolvers()
  }
  const pause = async (milliseconds: number): Promise<void> => {
    const over = new AbortController()
    const time = sleep(milliseconds, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
    await Promise.race([hurried.promise, time])
    over.abort()
  }
  return {
    follow: (call, kept) =>
      follow({ post: (piece) => postPiece(ports, call, piece), kept, pause, retry: ports.retry, hasStopped: () => isStopped, onSending }),
    hurry,
    settled: async () => void (await Promise.all(underWay)),
    stop() {
      isStopped = true
      hurry()
    },
  }
}

type Posted = 'taken' | 'refused' | 'later'

async function postPiece({ client, projectId }: SenderPorts, { tool_id, attempt_id }: PrintingCall, piece: OutputPiece): Promise<Posted> {
  const { stream, offset, data } = piece
  const params = { p: projectId, id: tool_id }
  try {
    await client.postOutput({ params, body: { attempt_id, stream, offset, data }, signal: AbortSignal.timeout(MAX_POST_MILLISECONDS) })
    return 'taken'
  } catch (error) {
    // The server takes no more of it: the call is not on record any more, or there is too much.
    return error instanceof RefusedRequest && error.http < 500 && error.http !== 408 && error.http !== 429 ? 'refused' : 'later'
  }
}

interface FollowParts {
  readonly post: (piece: OutputPiece) => Promise<Posted>
  readonly kept: StoredOutput
  readonly pause: (milliseconds: number) => Promise<void>
  readonly retry: BackoffOptions
  readonly hasStopped: () => boolean
  readonly onSending: (sending: Promise<void>) => void
}

function follow({ post, kept, pause, retry, hasStopped, onSending }: FollowParts): Followed {
  const done = Promise.withResolvers<boolean>()
  const backoff = createBackoff(retry)
  let sent = 0
  let isSending = false
  let isRefused = false
  let hasEnded = false

  const sendOne = async (piece: OutputPiece): Promise<void> => {
    const posted = await post(piece)
    if (posted === 'later') return pause(backoff.next())
    backoff.reset()
    if (posted === 'taken') sent = piece.next
    else isRefused = true
  }
  const send = (): void => {
    if (!isSending) onSending(sendAll())
  }
  const sendAll = async (): Promise<void> => {
    isSending = true
    for (let piece = next(); piece; piece = next()) await sendOne(piece)
    isSending = false
    if (hasStopped()) done.resolve(false)
    else if (hasEnded) done.resolve(true)
  }
  const next = () => (isRefused || hasStopped() ? undefined : kept.piece(sent, MAX_PIECE_BYTES))
  return {
    more: send,
    end() {
      hasEnded = true
      send()
      return done.promise
    },
  }
}
