// Gets the next step from the model and records it before anything in it is done.
import type { Step } from '@countersign/core'
import type { ToolView, Turn } from '@countersign/protocol'
import { type Entry, ModelError } from '../model.ts'
import { summarise, TOO_LONG } from './compact.ts'
import { millisecondsLeft, TIME_UP } from './limits.ts'
import { groupCalls } from './run-calls.ts'
import { SYSTEM_PROMPT } from './system-prompt.ts'
import type { TurnPorts } from './turn-ports.ts'

export interface Situation {
  readonly entries: readonly Entry[]
  readonly tools: readonly ToolView[]
}

/** Undefined if the turn has ended: because the person stopped it, or because the model cannot answer. */
export async function nextStep(ports: TurnPorts, turn: Turn, situation: Situation): Promise<Turn | undefined> {
  const { engine } = ports
  const timeUp = AbortSignal.timeout(Math.max(0, millisecondsLeft(turn, engine.clock.now())))
  const signal = AbortSignal.any([ports.signal, timeUp])
  try {
    return await takeStep({ ...ports, signal }, turn, situation)
  } catch (error) {
    if (ports.signal.aborted) return undefined
    if (!timeUp.aborted && !(error instanceof ModelError)) throw error
    await engine.endTurn(turn, { status: 'failed', error: timeUp.aborted ? TIME_UP : (error as ModelError).messageForm })
    return undefined
  } finally {
    engine.endStepText(turn)
  }
}

async function takeStep(ports: TurnPorts, turn: Turn, { entries, tools }: Situation): Promise<Turn | undefined> {
  const { model, signal, record } = ports
  try {
    const step = await model.step({ system: SYSTEM_PROMPT, conversation: entries, tools, signal, ...showText(ports, turn) })
    const { content, note_form, calls, provider, inputTokens, outputTokens } = step
    const tokens = { input_tokens: inputTokens, output_tokens: outputTokens }
    const [at_once = []] = groupCalls(calls)
    return await keepStep(ports, turn, { role: 'assistant', content, note_form, tool_calls: calls, at_once, provider, ...tokens })
  } catch (error) {
    if (!(error instanceof ModelError) || error.problem !== 'too-long') throw error
    if (record.messages.at(-1)?.role === 'summary') throw new ModelError('too-long', TOO_LONG, { cause: error })
    return keepStep(ports, turn, await summarise({ model, signal }, entries))
  }
}

async function keepStep({ engine, record }: TurnPorts, turn: Turn, step: Step): Promise<Turn | undefined> {
  const recorded = await engine.recordStep(turn, step)
  if (recorded?.turn.status !== 'running') return undefined
  record.addMessage(recorded.message)
  for (const execution of recorded.executions) record.addExecution(execution)
  return recorded.turn
}

function showText({ engine }: Pick<TurnPorts, 'engine'>, turn: Turn) {
  let offset = 0
  return {
    onText: (text: string): void => {
      engine.addStepText(turn, { offset, text })
      offset += text.length
    },
    // Readers of the stream see the text start again.
    onRestart: (): void => {
      offset = 0
    },
  }
}
