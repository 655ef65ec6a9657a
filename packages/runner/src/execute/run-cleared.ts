// Judges a call by what is on the disk now, and runs it where its clearance covers it. The server's calls and those on stdio both
// come through here. Nothing that must not run twice begins before the journal has it.
import type { Masker, Rule } from '@countersign/policy'
import type { BaseDigests, Clearance } from '@countersign/protocol'
import { type Call, changesFiles, type JudgedCall, POWERS, readsShell, usesPort } from '@countersign/tools'
import { checkCoverage } from '../clearance/check-coverage.ts'
import { createLocationRules } from '../clearance/location-rules.ts'
import { requireAccepted } from '../clearance/refusals.ts'
import { NO_SERVER_POLICY, type ServerPolicy } from '../clearance/server-rules.ts'
import type { Journal } from '../data/journal.ts'
import type { RunnerFaults } from '../ports/fault-points.ts'
import { type Machine, openPorts, type ProcessPowers } from './call-ports.ts'

export interface JudgePorts {
  readonly machine: Machine
  /** The runner's own. */
  readonly rules: readonly Rule[]
}

export interface RunClearedPorts extends JudgePorts {
  readonly masker: Masker
  readonly journal: Journal
  readonly faults: RunnerFaults
  /** Paths that a call changed. */
  readonly onChanged?: ((paths: readonly string[]) => void) | undefined
}

export interface ClearedRun {
  readonly call: Call
  readonly clearance: Clearance
  readonly policy: ServerPolicy
  readonly signal: AbortSignal
  readonly onOutput: ProcessPowers['onOutput']
}

/** By the rules of the server and of this runner, with the real disk. Throws where the call is refused. */
export async function judgeHere({ machine, rules }: JudgePorts, call: Call, policy: ServerPolicy = NO_SERVER_POLICY): Promise<JudgedCall> {
  const { isolation, resolve, readShell } = machine
  const parseShell = readsShell(call.tool) ? { parseShell: await readShell() } : {}
  return requireAccepted(call.judge({ isolation, resolve, policy, runnerRules: rules, ...parseShell }))
}

export async function runCleared(ports: RunClearedPorts, run: ClearedRun): Promise<Record<string, unknown>> {
  const { clearance, policy, signal, onOutput } = run
  const { machine, rules, faults, masker } = ports
  const call = await judgeHere(ports, run.call, policy)
  const { tool } = call
  const allowedBy = checkCoverage(call, clearance, policy)
  const places = createLocationRules({ tool: tool.name, rules: [...rules, ...policy.rules], allowedBy, clearance })
  await faults('before-started')
  const started = tool.idempotent ? Promise.resolve() : ports.journal.started(clearance.attempt_id)
  const begun = started.then(async () => {
    await faults('after-started')
    await faults('before-run')
  })
  // Whoever waits for it hears of a failure.
  begun.catch(() => undefined)
  // A change of files reads and stages while the journal goes to the disk, and waits for it before its first step.
  if (!tool.uses.every((power) => POWERS[power].port === 'workspace')) await begun
  signal.throwIfAborted()
  const result = await call.run(
    openPorts(machine, { clearance, expected: expectedBy(clearance, machine), begun, signal, onOutput, places }),
  )
  await faults('after-run')
  if (changesFiles(tool)) ports.onChanged?.(call.paths)
  // A file's content reaches the agent as it is; what a command prints may hold secrets of this machine.
  return tool.maskResult || usesPort(tool, 'processes') ? masker.maskValue(result) : result
}

/** A person who was asked saw both names of each file in the preview; an editor knows only the one that it opened. */
function expectedBy({ base_digests, by }: Clearance, { resolve }: Machine): BaseDigests {
  if (by.kind !== 'person' || by.approval_id !== undefined) return base_digests
  const expected: BaseDigests = {}
  for (const [path, digest] of Object.entries(base_digests)) {
    const resolved = resolve(path)
    expected[path] = digest
    if (resolved && 'path' in resolved) expected[resolved.path] = digest
  }
  return expected
}
