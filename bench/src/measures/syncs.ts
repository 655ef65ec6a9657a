// How often the server syncs to disk, seen from outside: strace counts its system calls.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure, Measure } from '../figure.ts'
import type { Side } from '../side.ts'

const TRACER = 'strace'
const CALLS = 50

async function countDuring(pid: number, log: string, work: () => Promise<unknown>): Promise<number> {
  const tracer = spawn(TRACER, ['-f', '-e', 'trace=fsync,fdatasync', '-o', log, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [greeting] = (await Promise.race([once(tracer.stderr, 'data'), once(tracer, 'exit')])) as [unknown]
  if (!String(greeting).includes('attached')) throw new Error(`strace could not attach: ${String(greeting).trim()}`)
  const ended = once(tracer, 'exit')
  try {
    await work()
  } finally {
    tracer.kill('SIGINT')
    await ended
  }
  // A system call that another thread interrupts is printed twice; its second half says "resumed".
  const lines = readFileSync(log, 'utf8').split('\n')
  return lines.filter((line) => /\bf(data)?sync\(/.test(line) && !line.includes('resumed')).length
}

export const syncs: Measure = {
  name: 'syncs',
  async run({ pair, folder, say }) {
    if (spawnSync(TRACER, ['-V']).status !== 0) {
      say('syncs per call: strace is not installed')
      return []
    }
    const both = await pair()
    const perCall = async (side: Side, work: () => Promise<unknown>) =>
      (await countDuring(side.server.pid, join(folder(), 'strace'), work)) / CALLS
    const plain = (side: Side) => perCall(side, () => both.readBlock(side, { count: CALLS, inFlight: 1 }))
    const approved = (side: Side) => perCall(side, () => both.approveBlock(side, CALLS))
    const figure = async (name: 'syncsPlain' | 'syncsApproved', count: (side: Side) => Promise<number>): Promise<Figure> => {
      const value = await count(both.ours)
      return { name, value, ours: value.toFixed(2), bare: (await count(both.bare)).toFixed(2) }
    }
    return [await figure('syncsPlain', plain), await figure('syncsApproved', approved)]
  },
}
