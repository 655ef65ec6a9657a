// countersign chat: write to the agent of the running server, and watch what it does until it has answered.
import type { ReplyOf } from '@countersign/client'
import type { TurnView as TurnRecord } from '@countersign/protocol'
import { type Connected, connect } from '../../connection/connect.ts'
import { yellow } from '../../terminal/colours.ts'
import { printLine } from '../../terminal/print.ts'
import { EXIT } from '../../terminal/report-error.ts'
import { shown } from '../../terminal/shown.ts'
import { createTurnView, type TurnView } from './turn-view.ts'

type Sent = ReplyOf<'sendMessage'>

export interface ChatOptions {
  readonly data?: string
  readonly session?: string
}

/** Ctrl-C stops the agent. */
export async function chat(words: readonly string[], { data, session }: ChatOptions): Promise<void> {
  const connected = await connect({ data, role: 'operator' })
  // The stream would wait for a missing server for ever, but a person is waiting here.
  await connected.client.getProject({ params: { p: connected.projectId } })
  const view = createTurnView()
  const sent = await watchTurn(connected, view, { content: words.join(' '), ...(session && { session_id: session }) })
  const turn = await turnOf(connected, sent)
  await showMissed(connected, view, sent)
  if (turn.error) process.stderr.write(`${yellow(turn.status)} ${shown(turn.error)}\n`)
  process.exitCode = turn.status === 'finished' ? EXIT.done : EXIT.failed
}

/** The stream opens before the message is sent, so that nothing of the turn is missed. */
async function watchTurn(connected: Connected, view: TurnView, body: { content: string; session_id?: string }): Promise<Sent> {
  const { client, projectId } = connected
  const stop = new AbortController()
  const sending = Promise.withResolvers<Sent>()
  const onOpen = (times: number) => {
    if (times === 0) client.sendMessage({ params: { p: projectId }, body }).then(sending.resolve, sending.reject)
    // Cut again in the meantime: the next opening reads it.
    else goOn(connected, view, { sending: sending.promise, stop }).catch(() => undefined)
  }
  sending.promise.then(
    ({ turn_id }) => stopAtInterrupt(connected, turn_id, stop),
    () => stop.abort(),
  )
  for await (const event of client.events({ projectId, onOpen, signal: stop.signal })) {
    if (view.show(event, await sending.promise)) break
  }
  return sending.promise
}

const turnOf = async ({ client, projectId }: Connected, { turn_id }: Sent): Promise<TurnRecord> =>
  (await client.getTurn({ params: { p: projectId, t: turn_id } })).turn

interface Watching {
  readonly sending: Promise<Sent>
  readonly stop: AbortController
}

/** While the stream was cut, the agent may have written more, and the turn may have ended. */
async function goOn(connected: Connected, view: TurnView, { sending, stop }: Watching): Promise<void> {
  const { status, partial } = await turnOf(connected, await sending)
  if (partial) view.catchUp(partial)
  if (status !== 'running') stop.abort()
}

/** If the server does not accept it, at least the watching ends. */
function stopAtInterrupt({ client, projectId }: Connected, t: string, stop: AbortController): void {
  process.once('SIGINT', () => client.cancelTurn({ params: { p: projectId, t } }).catch(() => stop.abort()))
}

/** An answer whose pieces were missed because the stream was cut. */
async function showMissed({ client, projectId }: Connected, view: TurnView, { session_id, turn_id }: Sent): Promise<void> {
  const { messages } = await client.listMessages({ params: { p: projectId, s: session_id }, query: { limit: 1 } })
  const [last] = messages
  if (last?.role === 'assistant' && last.turn_id === turn_id && !view.hasShown(last.id)) printLine(shown(last.content, { multiline: true }))
}
