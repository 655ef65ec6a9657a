// Says that a turn waits for the person, so that nobody takes the silence for work.
import type { Turn } from '@countersign/protocol'
import { type Core, commit } from '../core.ts'
import { emitTurn } from './emit-turn.ts'

export const announceWaiting = (core: Core, turn: Turn): Promise<void> =>
  commit(core, 'notice', turn.project_id, async (work) => emitTurn(work, turn, 'waiting'))
