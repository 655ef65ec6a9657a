// Reads a conversation by REST: the newest part, then older parts one by one. Messages and calls are separate lists; the one that
// reaches back less far is read next, so that both reach back equally far.
import type { Client } from '@countersign/client'
import type { ExecutionView, MessageView, TurnView } from '@countersign/protocol'
import type { OlderPart, Remainder } from '../state/state.ts'
import type { ConversationPart } from './apply-conversation.ts'

const PAGE = 200
/** The most turns of one part whose end is read. */
const MAX_TURNS = 20

export interface Reading {
  readonly client: Client
  readonly projectId: string
  readonly sessionId: string
}

export async function readNewest(reading: Reading): Promise<ConversationPart> {
  const [said, called] = await Promise.all([readMessages(reading), readCalls(reading)])
  return partOf(reading, { said, called, isNewest: true })
}

/** Undefined if there is no more. */
export async function readOlder(reading: Reading, { messages, calls }: OlderPart): Promise<ConversationPart | undefined> {
  if (messages.cursor === undefined && calls.cursor === undefined) return undefined
  const isMessages = calls.cursor === undefined || (messages.cursor !== undefined && messages.from >= calls.from)
  const said = isMessages ? await readMessages(reading, messages) : { rows: [], rest: messages }
  const called = isMessages ? { rows: [], rest: calls } : await readCalls(reading, calls)
  return partOf(reading, { said, called, isNewest: false })
}

interface Rows<Row> {
  /** Newest first. */
  readonly rows: readonly Row[]
  readonly rest: Remainder
}

interface Lists {
  readonly said: Rows<MessageView>
  readonly called: Rows<ExecutionView>
  readonly isNewest: boolean
}

async function partOf(reading: Reading, { said, called, isNewest }: Lists): Promise<ConversationPart> {
  return {
    sessionId: reading.sessionId,
    messages: said.rows.toReversed(),
    executions: called.rows.toReversed(),
    turns: await readTurns(reading, said.rows),
    older: { messages: said.rest, calls: called.rest },
    isNewest,
  }
}

async function readMessages({ client, projectId: p, sessionId: s }: Reading, from?: Remainder): Promise<Rows<MessageView>> {
  const { messages, next_cursor } = await client.listMessages({ params: { p, s }, query: pageFrom(from) })
  return { rows: messages, rest: restOf(messages, next_cursor, from) }
}

async function readCalls({ client, projectId, sessionId }: Reading, from?: Remainder): Promise<Rows<ExecutionView>> {
  const query = { project_id: projectId, session_id: sessionId, ...pageFrom(from) }
  const { executions, next_cursor } = await client.history({ query })
  return { rows: executions, rest: restOf(executions, next_cursor, from) }
}

const pageFrom = (from?: Remainder) => ({ limit: PAGE, ...(from?.cursor !== undefined && { cursor: from.cursor }) })

const restOf = (rows: readonly { created_at: string }[], cursor: string | undefined, before?: Remainder): Remainder => ({
  cursor,
  from: rows.at(-1)?.created_at ?? before?.from ?? '',
})

/** The newest turn, and those that seem unfinished, to show why they ended. */
async function readTurns({ client, projectId: p }: Reading, messages: readonly MessageView[]): Promise<TurnView[]> {
  const lasts = new Map<string, MessageView>()
  for (const message of messages) if (!lasts.has(message.turn_id)) lasts.set(message.turn_id, message)
  const wanted = [...lasts.values()].filter((message, index) => index === 0 || !isAnswer(message)).slice(0, MAX_TURNS)
  const replies = await Promise.all(wanted.map(({ turn_id: t }) => client.getTurn({ params: { p, t } })))
  return replies.map(({ turn }) => turn).toReversed()
}

const isAnswer = ({ role, tool_calls }: MessageView): boolean => role === 'assistant' && tool_calls.length === 0
