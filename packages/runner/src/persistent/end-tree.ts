// Ends a process with all that it started: each is asked by SIGTERM, and forced by SIGKILL when the time for that is up.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Isolation } from '@countersign/protocol'
import { findMarked, sendSignal } from '../programs/end-process-tree.ts'
import { descendantsOf, groupOf, startTimeOf } from '../programs/process-facts.ts'

const GRACE_MILLISECONDS = 2_000
const LOOK_MILLISECONDS = 20
/** The sandbox and the first process inside it, which only waits for the others. */
const SANDBOX_DEPTH = 2

export interface Tree {
  /** 0 where it is not known. */
  readonly pid: number
  readonly start_time: string
  readonly isolation: Isolation
  /** Its program is started by one that makes its terminal, which ends by itself. */
  readonly terminal?: boolean | undefined
  readonly mark: string
}

/** The leader under its number, unless that belongs to another process by now. */
const leaderOf = ({ pid, start_time }: Tree): number[] => (pid > 0 && startTimeOf(pid) === start_time ? [pid] : [])

/** What is left of it. Without its leader only the mark tells its processes from others. */
export const membersOf = (tree: Tree): number[] => [...new Set([...leaderOf(tree), ...findMarked(tree.mark)])]

function ask(tree: Tree): void {
  const depth = SANDBOX_DEPTH + (tree.terminal ? 1 : 0)
  if (tree.isolation === 'none') askBare(tree)
  // The sandbox itself passes nothing on: asked, it would die, and all in it without a word.
  else for (const each of leaderOf(tree).flatMap(descendantsOf)) if (each.depth >= depth) sendSignal(each.pid, 'SIGTERM')
}

/** What makes the terminal would force the rest to end when asked. */
function askBare(tree: Tree): void {
  const others = tree.terminal ? findMarked(tree.mark).filter((pid) => pid !== tree.pid) : []
  if (others.length === 0) signalGroup(tree, 'SIGTERM')
  for (const pid of others) sendSignal(pid, 'SIGTERM')
}

function signalGroup(tree: Tree, signal: NodeJS.Signals): void {
  for (const pid of leaderOf(tree)) sendSignal(-pid, signal)
  // What left the group; the others must not be asked twice, which some take for an order to stop at once.
  for (const pid of findMarked(tree.mark)) if (groupOf(pid) !== tree.pid) sendSignal(pid, signal)
}

/** Resolves when nothing of it is left; tells which signal it took. */
export async function endTree(tree: Tree, graceMilliseconds = GRACE_MILLISECONDS): Promise<'SIGTERM' | 'SIGKILL'> {
  ask(tree)
  for (const end = performance.now() + graceMilliseconds; performance.now() < end; await sleep(LOOK_MILLISECONDS))
    if (membersOf(tree).length === 0) return 'SIGTERM'
  while (membersOf(tree).length > 0) {
    signalGroup(tree, 'SIGKILL')
    await sleep(LOOK_MILLISECONDS)
  }
  return 'SIGKILL'
}

/** Whatever carries the mark, where nothing else is known of it. */
export const endMarked = async (mark: string): Promise<void> => void (await endTree({ pid: 0, start_time: '', isolation: 'none', mark }))
