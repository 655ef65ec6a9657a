// Judges a cleared call by what is on the disk now, and runs it. Nothing that must not run twice begins before the journal has it.
import type { Facts, Masker, Rule } from '@countersign/policy'
import type { AttemptId, BaseDigests, Clearance } from '@countersign/protocol'
import { type AnyTool, type Power, readsShell } from '@countersign/tools'
import { judgeAgain } from '../clearance/judge-again.ts'
import { createLocationRules } from '../clearance/location-rules.ts'
import type { ServerPolicy } from '../clearance/server-rules.ts'
import type { Journal } from '../data/journal.ts'
import type { RunnerFaults } from '../ports/fault-points.ts'
import { hostFor, type Machine, type ProcessPowers } from './hosts.ts'
import type { RunnableTool } from './read-input.ts'

export interface JudgedRunPorts {
  readonly machine: Machine
  readonly masker: Masker
  /** The runner's own. */
  readonly rules: readonly Rule[]
  readonly journal: Journal
  readonly faults: RunnerFaults | undefined
  /** Paths that a call changed. */
  readonly onChanged?: ((paths: readonly string[]) => void) | undefined
}

export interface JudgedRun {
  readonly attempt_id: AttemptId
  readonly clearance: Clearance
  readonly tool: RunnableTool
  readonly input: unknown
  readonly policy: ServerPolicy
  readonly signal: AbortSignal
  readonly onOutput: ProcessPowers['onOutput']
}

const isOfWorkspace = (power: Power): boolean => power.startsWith('workspace:')

const CHANGING: readonly Power[] = ['workspace:write', 'workspace:change']

export async function runJudged(ports: JudgedRunPorts, run: JudgedRun): Promise<Record<string, unknown>> {
  const { tool, input, signal, clearance, policy, onOutput } = run
  const { machine, rules, faults, masker } = ports
  const facts = await factsFor(tool, machine, policy.extraCommands)
  const allowedBy = judgeAgain({ tool, input, clearance, facts, rules, policy })
  const places = createLocationRules({ tool: tool.name, rules: [...rules, ...policy.rules], allowedBy, clearance })
  if (faults) await faults('before-started')
  const begun = tool.idempotent ? Promise.resolve() : ports.journal.started(run.attempt_id)
  // Whoever waits for it hears of a failure.
  begun.catch(() => undefined)
  // A change of files reads and stages while the journal goes to the disk, and waits for it before its first step.
  if (faults || !tool.uses.every(isOfWorkspace)) await begun
  if (faults) await faults('after-started')
  signal.throwIfAborted()
  const { risk, network, execution_id: call, attempt_id: attempt } = clearance
  const expected = expectedBy(clearance, machine)
  const host = hostFor(tool, machine, { risk, network, expected, call, begun, attempt, signal, onOutput, places })
  if (faults) await faults('before-run')
  const result = await tool.run(input as never, host)
  if (faults) await faults('after-run')
  if (CHANGING.some((power) => tool.uses.includes(power))) ports.onChanged?.(tool.concerns(input as never, facts).paths)
  // A file's content reaches the agent as it is; what a command prints may hold secrets of this machine.
  return tool.maskResult || tool.uses.includes('processes') ? masker.maskValue(result) : result
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

/** Everything that a judgement on this machine depends on besides the call. */
export async function factsFor(tool: AnyTool, machine: Machine, extraCommands: NonNullable<Facts['extraCommands']>): Promise<Facts> {
  const { isolation, resolve, readShell } = machine
  return { isolation, resolve, extraCommands, ...(readsShell(tool.name) && { parseShell: await readShell() }) }
}
