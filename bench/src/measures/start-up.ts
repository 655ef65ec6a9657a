// From the start of the process to its first answer, compared with a Node that does nothing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type AgentOptions } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Places } from '../bare/start-bare.ts'
import { send } from '../client/send.ts'
import type { Figure, Measure } from '../figure.ts'
import type { FigureName } from '../goals.ts'
import { serveCommand } from '../ours/start-ours.ts'
import { median } from '../statistics.ts'
import { makeWorkspace } from '../workspace.ts'

/** Made by `npm run pack`. */
const PACKED = fileURLToPath(new URL('../../../dist/command/countersign.mjs', import.meta.url))
const ROUNDS = 5
const LIMIT_MILLISECONDS = 30_000

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilAnswer(url: string): Promise<void> {
  const fresh: AgentOptions = { keepAlive: false }
  for (const started = performance.now(); performance.now() - started < LIMIT_MILLISECONDS; await pause(2)) {
    const reply = await send(new Agent(fresh), { method: 'GET', url }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') throw error
      return undefined
    })
    if (reply?.status === 200) return
  }
  throw new Error(`no answer from ${url}`)
}

async function timeStart(places: Places, command?: string): Promise<number> {
  const port = await freePort()
  const words = serveCommand(places, { port, ...(command && { command }) })
  const started = performance.now()
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  try {
    await untilAnswer(`http://127.0.0.1:${port}/health`)
    return performance.now() - started
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function timeNothing(): Promise<number> {
  const started = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - started
}

async function compareStarts(name: FigureName, places: Places, command?: string): Promise<Figure> {
  await timeStart(places, command)
  const starts: number[] = []
  const nothings: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    nothings.push(await timeNothing())
    starts.push(await timeStart(places, command))
  }
  const ours = `${median(starts).toFixed(0)} ms`
  const bare = `${median(nothings).toFixed(0)} ms (node -e 0)`
  return { name, value: median(starts) / median(nothings), ours, bare }
}

export const startUp: Measure = {
  name: 'start-up',
  async run({ folder }) {
    const places = () => ({ data: folder(), workspace: makeWorkspace(folder()) })
    return [await compareStarts('startUpRatio', places()), await compareStarts('startUpPackedRatio', places(), PACKED)]
  },
}
