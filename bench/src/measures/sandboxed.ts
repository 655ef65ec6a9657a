// A sandboxed `ls` through the runner's process host, compared with the same bubblewrap command line spawned directly.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import type { PreparedCommand } from '../../../packages/runner/src/commands/prepared-command.ts'
import { prepareSandboxedCommand } from '../../../packages/runner/src/commands/sandboxed-command.ts'
import { createProcessHost } from '../../../packages/runner/src/hosts/processes/process-host.ts'
import { findToolchains } from '../../../packages/runner/src/programs/toolchains.ts'
import { type BubblewrapSandbox, detectSandbox } from '../../../packages/runner/src/sandbox/index.ts'
import type { Measure } from '../figure.ts'
import { median, percentile } from '../statistics.ts'
import { makeWorkspace } from '../workspace.ts'

const ROUNDS = 200

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Each runs once and returns how many milliseconds that took. */
interface Both {
  readonly ours: () => Promise<number>
  readonly bare: () => Promise<number>
}

function prepareBoth(sandbox: BubblewrapSandbox, workspace: string): Both {
  const root = realpathSync(workspace)
  const place = {
    root,
    risk: 'LOW',
    network: false,
    environment: process.env,
    toolchains: findToolchains({ root, path: process.env.PATH, home: homedir(), node: process.execPath }),
  } as const
  const host = createProcessHost({ ...place, sandbox, signal: new AbortController().signal })
  const call = { name: 'ls', words: ['/usr/bin/ls', '-la'], makesRepository: false, timeoutSeconds: 10 }
  return {
    ours: () =>
      time(async () => {
        const { exitCode, stdout } = await host.run({ command: 'ls', args: ['-la'], timeoutSeconds: 10 })
        if (exitCode !== 0 || !stdout.includes('notes')) throw new Error(`ls ended with ${exitCode}: ${stdout}`)
      }),
    bare: async () => {
      // The command line is built before the clock starts.
      using prepared = await prepareSandboxedCommand(place, sandbox, call)
      return await time(() => spawnBare(prepared.start))
    },
  }
}

async function spawnBare({ program, args, descriptors = [] }: PreparedCommand['start']): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe', ...descriptors], env: {} })
  for (const stream of child.stdio.slice(1)) stream?.on('data', () => undefined)
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`bwrap ended with ${code}`)
}

export const sandboxed: Measure = {
  name: 'sandboxed',
  async run({ folder, quick, say }) {
    const sandbox = await detectSandbox({ folder: folder() })
    if (sandbox.isolation === 'none') {
      say(`a sandboxed command: ${sandbox.reason}`)
      return []
    }
    const { ours, bare } = prepareBoth(sandbox, makeWorkspace(folder()))
    const times = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < (quick ? ROUNDS / 4 : ROUNDS); round++) {
      times.bare.push(await bare())
      times.ours.push(await ours())
    }
    const [one, other] = [median(times.ours), median(times.bare)]
    const note = `p99 ${percentile(times.ours, 0.99).toFixed(1)} ms, bare ${percentile(times.bare, 0.99).toFixed(1)} ms`
    return [{ name: 'sandboxedRatio', value: one / other, ours: `${one.toFixed(1)} ms`, bare: `${other.toFixed(1)} ms`, note }]
  },
}
