// What an earlier runner left in its ledger without an end: whatever still runs of it is ended, and the ledger says so.

import { bootId } from '../programs/process-facts.ts'
import { endTree, membersOf } from './end-tree.ts'
import { describeHow, type Ledger, type LedgerRow, type ProcessEnd } from './ledger.ts'

export interface Recovery {
  readonly ledger: Ledger
  readonly clock: () => number
  readonly onFound: (row: LedgerRow, end: ProcessEnd) => void
}

/** Resolves when nothing of them is left. */
export async function endLeftovers({ ledger, clock, onFound }: Recovery): Promise<void> {
  const left = ledger.rows().filter(({ ended }) => ended === null)
  await Promise.all(
    left.map(async (row) => {
      const end = { ...(await endLeftover(row)), exit_code: null, at: new Date(clock()).toISOString() }
      ledger.ended(row.tool_id, end)
      onFound(row, end)
    }),
  )
}

async function endLeftover(row: LedgerRow): Promise<Pick<ProcessEnd, 'signal' | 'how' | 'how_form'>> {
  if (row.boot_id !== bootId()) return { signal: null, ...describeHow('process.machine-restarted') }
  if (membersOf(row).length === 0) return { signal: null, ...describeHow('process.ended-with-runner') }
  return { signal: await endTree(row), ...describeHow('process.found-and-ended') }
}
