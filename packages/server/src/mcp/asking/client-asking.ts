// Puts a question of the agent to whoever sits at its client, while the page has it too: the first answer holds. What is said at
// the client comes over the agent's own connection, and is recorded as that. Silence, a no or nonsense there answers nothing.
import type { Engine, Principal } from '@countersign/core'
import { type Approval, type Execution, Failure, type QuestionAnswer } from '@countersign/protocol'
import { findTool } from '@countersign/tools'
import { type ElicitResult, ProtocolError, SdkError, SdkErrorCode, type ServerContext } from '@modelcontextprotocol/server'
import { type AskedForm, formOf } from './form.ts'

/** A client whose answers do not fit is told so and asked again, but not for ever. */
const MAX_ASKED = 3
/** What ends a question is heard of; this is only for the case that it is not. */
const SPARE_SECONDS = 60

export interface ClientAskingParts {
  readonly engine: Engine
  readonly agent: Principal
  readonly client: string
  /** The connection ended. */
  readonly signal: AbortSignal
}

type Send = ServerContext['mcpReq']['send']

export interface ClientAsking {
  /** Once for each question, on the stream of this call; it goes on when the call returns without an answer. */
  ask(execution: Execution, send: Send): void
  /** The question was answered elsewhere, or is not open any more. */
  withdraw(execution: Execution): void
}

export function createClientAsking(parts: ClientAskingParts): ClientAsking {
  const { engine, signal } = parts
  const { onDefect } = engine
  const asked = new Map<Execution['id'], AbortController>()

  const withdraw = ({ id }: Pick<Execution, 'id'>): void => {
    asked.get(id)?.abort('answered elsewhere, or no longer open')
    asked.delete(id)
  }

  const converse = async (execution: Execution, send: Send, withdrawn: AbortSignal): Promise<void> => {
    const question = await engine.read((tx) => tx.approvals.get(execution.approval_id as string))
    const form = question && formOf(question)
    if (!form) return
    const seconds = question.timeout_seconds + SPARE_SECONDS
    const ended = engine.wait(execution, { seconds, for: 'end', signal }).then(withdraw)
    await askUntilTaken(parts, question, form, (params) =>
      send({ method: 'elicitation/create', params: { ...params } }, { signal: withdrawn, timeout: seconds * 1000 }),
    )
    await ended
  }

  return {
    withdraw,
    ask: (execution, send) => {
      const isOpen = execution.status === 'awaiting_approval' && findTool(execution.tool_name)?.question?.atClient
      if (!isOpen || asked.has(execution.id)) return
      const withdrawn = new AbortController()
      asked.set(execution.id, withdrawn)
      converse(execution, send, withdrawn.signal).catch((error: unknown) => onDefect(error, 'mcp elicitation'))
    },
  }
}

type Elicit = (params: ReturnType<AskedForm['paramsOf']>) => Promise<ElicitResult>

async function askUntilTaken(parts: ClientAskingParts, question: Approval, form: AskedForm, elicit: Elicit): Promise<void> {
  let refused = ''
  for (let count = 0; count < MAX_ASKED; count += 1) {
    const reply = await replyTo(elicit(form.paramsOf(refused)))
    if (reply === undefined) return
    const read = typeof reply === 'string' ? { refused: reply } : form.read(reply.content)
    refused = 'answer' in read ? await take(parts, question, read.answer) : read.refused
    if (refused === '') return
  }
}

/** Undefined where there is none: declined, withdrawn, or the client could not ask. Words where it makes no sense. */
async function replyTo(asking: Promise<ElicitResult>): Promise<ElicitResult | string | undefined> {
  try {
    const reply = await asking
    return reply.action === 'accept' ? reply : undefined
  } catch (error) {
    if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) return 'it is not of the form that was asked for'
    if (error instanceof SdkError || error instanceof ProtocolError) return undefined
    throw error
  }
}

/** Why the engine did not take it; empty where it did, or where nothing is left to answer. */
async function take({ engine, agent, client }: ClientAskingParts, question: Approval, answer: QuestionAnswer): Promise<string> {
  try {
    await engine.answerAtClient({ agent, client }, question, answer)
    return ''
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.code === 'INVALID_ARGUMENTS' ? error.message : ''
  }
}
