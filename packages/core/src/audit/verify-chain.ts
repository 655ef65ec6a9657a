// The log proves its own integrity: each row carries the hash of the previous one, and a signed head pins a row from outside.
import { GENESIS_HASH, hashOfRow, type LogRow } from '@countersign/protocol'

export interface PinnedHead {
  readonly seq: number
  readonly hash: string
}

export interface ChainState {
  readonly seq: number
  readonly hash: string
}

export type ChainProblem = { readonly seq: number; readonly problem: string }

export const CHAIN_START: ChainState = { seq: 0, hash: GENESIS_HASH }

/** Continues from `state` over the next rows of one project, in order; stops at the first row that does not match. */
export function verifyRows(state: ChainState, rows: readonly LogRow[], heads: readonly PinnedHead[] = []): ChainState | ChainProblem {
  let { seq, hash } = state
  for (const row of rows) {
    if (row.seq !== seq + 1) return { seq: seq + 1, problem: `row ${seq + 1} is missing` }
    if (row.prev_hash !== hash) return { seq: row.seq, problem: `row ${row.seq} does not follow the row before it` }
    if (hashOfRow(row) !== row.hash) return { seq: row.seq, problem: `row ${row.seq} was changed` }
    const pinned = heads.find((head) => head.seq === row.seq)
    if (pinned && pinned.hash !== row.hash) return { seq: row.seq, problem: `row ${row.seq} is not the one that was signed` }
    seq = row.seq
    hash = row.hash
  }
  return { seq, hash }
}

/** Called after the last row: a head beyond it means that rows were cut off. */
export const missingTail = (state: ChainState, heads: readonly PinnedHead[]): ChainProblem | undefined => {
  const beyond = heads.find((head) => head.seq > state.seq)
  return beyond && { seq: state.seq + 1, problem: `the log ends at ${state.seq}, but row ${beyond.seq} was signed` }
}
