// Runs every probe as the user who started it, in the sandbox and, where that tells something, without one. Prints one JSON
// object: by title, what each did. node run-probes.ts OTHERS_FILE [--bare-too]

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure, type Risk } from '@countersign/protocol'
import { detectSandbox, type Sandbox } from '../../src/sandbox/index.ts'
import { createTestProcessHost } from '../hosts/create-host.ts'
import { type Outcome, type Probe, type Scene, SECRET } from './probe.ts'
import { PROBES } from './probes.ts'
import { openSurroundings } from './scene.ts'

export interface ProbeReport {
  readonly isolation: string
  readonly user: number
  /** Null where it was held, else what it reached. */
  readonly sandboxed: Record<string, string | null>
  readonly bare: Record<string, string | null>
}

async function runLine(probe: Probe, scene: Scene, sandbox: Sandbox): Promise<Outcome> {
  const hostFor = (risk: Risk) => createTestProcessHost({ ...scene, sandbox, risk, network: false, signal: new AbortController().signal })
  if (probe.first !== undefined) await hostFor('MEDIUM').run({ command: 'bash', args: ['-c', probe.first], timeoutSeconds: 20 })
  const host = hostFor(probe.risk ?? 'MEDIUM')
  using _ = probe.meanwhile?.(scene)
  try {
    return await host.run({ command: 'bash', args: ['-c', probe.line(scene)], timeoutSeconds: probe.endsByTime ? 1 : 20 })
  } catch (error) {
    if (!probe.endsByTime || !(error instanceof Failure)) throw error
    return { stdout: String(error.details.stdout), stderr: String(error.details.stderr) }
  }
}

async function tryProbe(probe: Probe, scene: Scene, sandbox: Sandbox): Promise<string | undefined> {
  const outcome = await runLine(probe, scene, sandbox)
  const said = /.*(REACHED|SECRET).*/.exec(`${outcome.stdout}\n${outcome.stderr}`.replaceAll(SECRET, 'a SECRET'))?.[0]
  return said ?? probe.after?.(scene, outcome)
}

async function tryAll(probes: readonly Probe[], sandbox: Sandbox): Promise<Record<string, string | null>> {
  await using surroundings = await openSurroundings(process.argv[2] ?? '')
  const found: Record<string, string | null> = {}
  for (const probe of probes) {
    await using scene = await surroundings.scene()
    const reached = await tryProbe(probe, scene, sandbox).catch((error: unknown) => `it did not run: ${String(error)}`)
    found[probe.title] = reached ?? null
  }
  return found
}

const sandbox = await detectSandbox({ folder: join(tmpdir(), `countersign-test-sandbox-${process.getuid?.()}`) })
const none: Sandbox = { isolation: 'none', reason: 'to see what the sandbox holds' }
const report: ProbeReport = {
  isolation: sandbox.isolation,
  user: process.getuid?.() ?? -1,
  sandboxed: sandbox.isolation === 'none' ? {} : await tryAll(PROBES, sandbox),
  bare: await tryAll(
    PROBES.filter(({ reachesBare }) => reachesBare && process.argv.includes('--bare-too')),
    none,
  ),
}
process.stdout.write(JSON.stringify(report))
