// Shows a question of the agent to the user of its MCP client while the page shows it too; the first answer counts. An answer
// from the client arrives over the agent's own connection and is recorded as such. No reply, a refusal or an invalid reply there
// does not answer the question.
import type { Engine, Principal } from '@countersign/core'
import { type Approval, type Execution, Failure, type QuestionAnswer } from '@countersign/protocol'
import { findTool } from '@countersign/tools'
import { type ElicitResult, ProtocolError, SdkError, SdkErrorCode, type ServerContext } from '@modelcontextprotocol/server'
import { type AskedForm, formOf } from './form.ts'

/** How often one question is asked: after an invalid answer the client gets the reason and is asked again. */
const MAX_ASKED = 3
/** Time limit in case the end of a question is missed. */
const SPARE_SECONDS = 60

export interface ClientAskingParts {
  readonly engine: Engine
  readonly agent: Principal
  readonly client: string
  /** Aborts when the connection ends. */
  readonly signal: AbortSignal
}

type Send = ServerContext['mcpReq']['send']

export interface ClientAsking {
  /** Asks each question once, on the stream of this call. The question stays open if the call returns without an answer. */
  ask(execution: Execution, send: Send): void
  /** Called when the question was answered elsewhere or is no longer open. */
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

/** Undefined if there is no reply: declined, withdrawn, or the client could not ask. A string describes an invalid reply. */
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

/** Why the engine refused the answer; empty if it accepted it or the question is already closed. */
async function take({ engine, agent, client }: ClientAskingParts, question: Approval, answer: QuestionAnswer): Promise<string> {
  try {
    await engine.answerAtClient({ agent, client }, question, answer)
    return ''
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.code === 'INVALID_ARGUMENTS' ? error.message : ''
  }
}
