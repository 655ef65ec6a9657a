// Runs the turns of this server: one at a time per session, sessions in parallel. Turns that were running when the server stopped
// continue when it starts again.
import type { Engine, TurnEnd } from '@countersign/core'
import {
  Failure,
  inEnglish,
  type Project,
  type Sentence,
  type SessionId,
  sentence,
  type ToolView,
  type Turn,
  type TurnId,
} from '@countersign/protocol'
import type { Model } from './model.ts'
import { createConversation } from './turn/conversation.ts'
import { createDescribeResult } from './turn/describe-result.ts'
import { runTurn } from './turn/run-turn.ts'
import { readTurnRecord } from './turn/turn-record.ts'

export interface AgentPorts {
  readonly engine: Engine
  readonly models: readonly [Model, ...Model[]]
  readonly toolsOf: (project: Project) => Promise<readonly ToolView[]>
}

export interface AgentRuntime {
  readonly models: readonly Model[]
  /**
   * The name of the model for a session that chose `chosen`. Never falls back to another model, which may run on somebody else's
   * machine.
   */
  modelFor(chosen: string | null): string
  /** Resumes all open turns. */
  start(): Promise<void>
  wake(turn: Turn): void
  /** Ends the turn and everything it has open. */
  stopTurn(turn: Turn, why: Sentence): Promise<Turn>
  /** Stops the model when the session has ended. */
  leave(session: SessionId): void
  /** Stops without ending the running turns; they continue at the next start. */
  stop(): Promise<void>
}

interface Running {
  turn: TurnId | undefined
  abort: AbortController
  /** A message arrived while a turn was running, so the open turns are read once more. */
  isWanted: boolean
  done: Promise<void>
}

export function createAgentRuntime(ports: AgentPorts): AgentRuntime {
  const { engine, models } = ports
  const running = new Map<SessionId, Running>()
  let stopped = false

  const nextTurn = async (session_id: SessionId): Promise<Turn | undefined> =>
    (await engine.read((tx) => tx.turns.find({ equal: { session_id, ended_at: null }, order: { column: 'created_at' }, limit: 1 })))[0]

  const drive = async (session: SessionId, state: Running): Promise<void> => {
    try {
      do {
        state.isWanted = false
        for (let turn = await nextTurn(session); turn && !stopped; turn = await nextTurn(session)) {
          state.turn = turn.id
          state.abort = new AbortController()
          await runOne(ports, turn, state.abort.signal)
        }
      } while (state.isWanted && !stopped)
    } finally {
      running.delete(session)
    }
  }

  const take = (session: SessionId): void => {
    const current = running.get(session)
    if (current) current.isWanted = true
    if (stopped || current) return
    const state: Running = { turn: undefined, abort: new AbortController(), isWanted: false, done: Promise.resolve() }
    running.set(session, state)
    // Not tried again here, because it would fail again at once. The next message or the next start continues.
    state.done = drive(session, state).catch((error: unknown) => engine.onDefect(error, 'turn'))
  }

  return {
    models,
    modelFor: (chosen) => chosen ?? models[0].name,
    start: async () => {
      const open = await engine.read((tx) => tx.turns.find({ equal: { ended_at: null } }))
      for (const { session_id } of open) take(session_id)
    },
    wake: ({ session_id }) => take(session_id),
    stopTurn: async (turn, why) => {
      const ended = await engine.endTurn(turn, { status: 'stopped', error: why })
      const state = running.get(turn.session_id)
      if (state?.turn === turn.id) state.abort.abort(inEnglish(why))
      return ended ?? turn
    },
    leave: (session) => running.get(session)?.abort.abort('the session ended'),
    stop: async () => {
      stopped = true
      for (const { abort } of running.values()) abort.abort('the server stops')
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

async function runOne(ports: AgentPorts, turn: Turn, signal: AbortSignal): Promise<void> {
  const { engine, models } = ports
  const model = models.find(({ name }) => name === turn.model)
  if (!model) {
    const error = sentence('turn.model-gone', { model: turn.model })
    return void (await engine.endTurn(turn, { status: 'failed', error }))
  }
  const project = await engine.read((tx) => tx.projects.get(turn.project_id))
  if (!project) throw new Error(`turn ${turn.id} has no project ${turn.project_id}`)
  try {
    const record = await readTurnRecord(engine, turn)
    const conversation = createConversation(record, createDescribeResult(engine))
    await runTurn({ ...ports, project, model, signal, record, conversation }, turn)
  } catch (error) {
    if (!signal.aborted) await engine.endTurn(turn, endOf(engine, error))
  }
}

/** A failure is shown to the person, for example if the session has ended. A turn that was stopped at the same moment keeps its end. */
function endOf(engine: Engine, error: unknown): TurnEnd {
  if (error instanceof Failure) return { status: 'failed', error: error.messageForm, code: error.code }
  engine.onDefect(error, 'turn')
  return { status: 'failed', error: sentence('turn.internal'), code: 'INTERNAL' }
}
