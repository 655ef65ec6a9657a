// A turn ends once: with an answer, because it was stopped, or with a description of what went wrong. Everything it had open ends with it.
import { type ErrorCode, inEnglish, type Sentence, sentence, type Turn, type TurnStatus } from '@countersign/protocol'
import { cancelExecution } from '../calls/cancel.ts'
import { callsOfTurn } from '../executions/calls-of-turn.ts'
import { endProcessesOf } from '../processes/processes.ts'
import { type Core, commit, type Work } from '../work/core.ts'
import { emitTurn } from './emit-turn.ts'

export interface TurnEnd {
  readonly status: Exclude<TurnStatus, 'running'>
  readonly error?: Sentence
  readonly code?: ErrorCode
}

/** The resulting turn: the first end counts. */
export const endTurn = (core: Core, { id, project_id }: Turn, end: TurnEnd): Promise<Turn | undefined> =>
  commit(core, 'turn', project_id, async (work) => {
    const turn = await work.tx.turns.get(id)
    if (turn?.status !== 'running') return turn
    // A process started to keep running survives a turn that finishes, but not one that is stopped.
    if (end.status === 'stopped') await endProcessesOf(work, turn, await callsOfTurn(work.tx, turn))
    return endOpenTurn(core, work, turn, end)
  })

export async function endOpenTurn(core: Core, work: Work, turn: Turn, { status, error, code }: TurnEnd): Promise<Turn> {
  const error_type = code ?? (status === 'stopped' ? 'CANCELLED' : null)
  const words = error ? { error: inEnglish(error), error_form: error } : { error: null, error_form: null }
  const ended: Turn = { ...turn, status, ...words, error_type, ended_at: work.at }
  if (!(await work.tx.turns.update(ended, { status: 'running' }))) return turn
  const open = await work.tx.executions.find({
    equal: { session_id: turn.session_id },
    among: { column: 'status', values: ['pending', 'awaiting_approval', 'approved', 'executing'] },
  })
  const isOfTurn = await callsOfTurn(work.tx, turn)
  for (const execution of open.filter(isOfTurn)) await cancelExecution(core, work, execution, sentence('subject.turn-ended'))
  emitTurn(work, ended, status)
  return ended
}
