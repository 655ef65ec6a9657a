// A thread that swaps things in a workspace as fast as it can, until it is told to stop.
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { errnoOf } from '../../src/disk/file-failure.ts'

export interface SwapOrder {
  readonly root: string
  /** `parent` swaps a folder further up, `link` what a link leads to. */
  readonly what: 'file' | 'folder' | 'parent' | 'link'
  /** Set to 1 to stop. */
  readonly stop: SharedArrayBuffer
  /** Counts rounds. */
  readonly rounds: SharedArrayBuffer
}

const { root, what, stop, rounds } = workerData as SwapOrder
const stopped = new Int32Array(stop)
const count = new Int32Array(rounds)

/** The other side makes and removes things too, so that any single step may fail. */
function attempt(step: () => void): void {
  try {
    step()
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
  }
}

function swapFile(round: number): void {
  if (round % 2 === 0) attempt(() => symlinkSync('../outside/secret.md', `${root}/next`))
  else attempt(() => writeFileSync(`${root}/next`, 'inside'))
  attempt(() => renameSync(`${root}/next`, `${root}/target.md`))
}

/** A folder is filled under a name of its own and then put in place: filled in place, it could be a link by then. */
function swapFolder(round: number): void {
  const [next, aside] = [`${root}/next-${round}`, `${root}/aside-${round}`]
  if (round % 2 === 0) attempt(() => symlinkSync('../outside', next))
  else {
    mkdirSync(`${next}/inner`, { recursive: true })
    writeFileSync(`${next}/secret.md`, 'inside')
    writeFileSync(`${next}/inner/secret.md`, 'inside')
  }
  attempt(() => renameSync(`${root}/folder`, aside))
  attempt(() => renameSync(next, `${root}/folder`))
  for (const left of [next, aside]) attempt(() => rmSync(left, { recursive: true, force: true }))
}

/** The same folder goes out of the workspace and comes back, with whoever has it open. */
function moveFolder(round: number): void {
  if (round % 2 === 0) {
    attempt(() => renameSync(`${root}/folder`, `${root}/../moved`))
    attempt(() => symlinkSync('../outside', `${root}/folder`))
  } else {
    attempt(() => unlinkSync(`${root}/folder`))
    attempt(() => renameSync(`${root}/../moved`, `${root}/folder`))
  }
}

function swapLink(round: number): void {
  attempt(() => symlinkSync(round % 2 === 0 ? '../outside/secret.md' : 'target.md', `${root}/next`))
  attempt(() => renameSync(`${root}/next`, `${root}/link.md`))
}

const SWAPS: Record<SwapOrder['what'], (round: number) => void> = {
  file: swapFile,
  folder: swapFolder,
  parent: moveFolder,
  link: swapLink,
}

parentPort?.postMessage('ready')
for (let round = 0; Atomics.load(stopped, 0) === 0; round++) {
  SWAPS[what](round)
  Atomics.add(count, 0, 1)
}
