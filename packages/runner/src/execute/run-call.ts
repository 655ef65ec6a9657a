// Judges a cleared call by what is on the disk now, runs it where its clearance covers it, and stores its result. The order is the
// promise: nothing runs before the journal has it on disk, nothing is posted before the outbox has it on disk; only what may run again
// does not wait.

import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, ServerUnreachable } from '@countersign/client'
import { hiddenGlobs, type Masker, type Rule } from '@countersign/policy'
import {
  type AttemptId,
  type BaseDigests,
  type Clearance,
  type ExecutionId,
  Failure,
  type Mode,
  type ProjectId,
  type ResultBody,
  resolveReferences,
  type SessionId,
  sentence,
  strictBodyText,
} from '@countersign/protocol'
import {
  type Call,
  changesFiles,
  findTool,
  type JudgedCall,
  type Params,
  POWERS,
  readCall,
  readsShell,
  readsWithoutPrograms,
  usesPort,
} from '@countersign/tools'
import {
  checkCoverage,
  createLocationRules,
  NO_SERVER_POLICY,
  refuseClearance,
  requireAccepted,
  type ServerPolicy,
  type ServerRules,
} from '../clearance/check-clearance.ts'
import type { Journal } from '../data/journal.ts'
import { checkScratchFiles } from '../hosts/scratch/scratch-host.ts'
import type { CallOutputs } from '../output/call-outputs.ts'
import type { RunnerFaults } from '../ports/fault-points.ts'
import { type Machine, openPorts, type ProcessPowers } from './call-ports.ts'
import { failureBody, type StorePorts, storeResult } from './results.ts'
import { checkScripts } from './scripts.ts'

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
  /** Whose `/tmp` it sees; without one it has none that is kept. */
  readonly session?: SessionId | undefined
  readonly policy: ServerPolicy
  readonly signal: AbortSignal
  readonly onOutput: ProcessPowers['onOutput']
}

export interface JudgedBy {
  readonly policy?: ServerPolicy | undefined
  /** The mode that the server judged the call in; a call that names none is judged strictly. */
  readonly mode?: Mode | undefined
}

/** By the rules of the server and of this runner, with the real disk. Throws where the call is refused. */
export async function judgeHere(
  { machine, rules }: JudgePorts,
  call: Call,
  { policy = NO_SERVER_POLICY, mode = 'strict' }: JudgedBy = {},
): Promise<JudgedCall> {
  if (machine.isReadOnly() && !readsWithoutPrograms(call.tool))
    throw new Failure('PERMISSION_DENIED', { subject: sentence('subject.workspace-not-trusted') })
  const { isolation, resolve, roots, readShell, persistent } = machine
  const { toolchains, addedCommands } = policy
  const parseShell = readsShell(call.tool) ? { parseShell: await readShell() } : {}
  const secretsInGit = await secretsFor({ machine, rules: [...rules, ...policy.rules] }, call)
  const facts = { isolation, resolve, roots, findProcess: persistent.facts, ...parseShell, ...secretsInGit }
  return requireAccepted(call.judge({ ...facts, mode, toolchains, addedCommands, policy, runnerRules: rules }))
}

/** Looked at again for each call that may start git: what was true when the server judged may have changed. */
async function secretsFor({ machine, rules }: JudgePorts, { tool, input }: Call): Promise<{ secretsInGit?: 'none' | 'some' }> {
  const mayUseGit = (usesPort(tool, 'processes') || usesPort(tool, 'persistent')) && /\bgit\b/.test(JSON.stringify(input))
  if (!mayUseGit) return {}
  const found = await machine.gitSecrets.check()
  if (found === null) return {}
  return { secretsInGit: hiddenGlobs(rules, tool.name).length > 0 ? 'some' : found }
}

export async function runCleared(ports: RunClearedPorts, run: ClearedRun): Promise<Record<string, unknown>> {
  const { clearance, policy, session, signal, onOutput } = run
  const { machine, rules, faults, masker } = ports
  const call = await judgeHere(ports, run.call, { policy, mode: clearance.mode })
  const { tool } = call
  const allowedBy = checkCoverage(call, clearance, policy)
  const places = createLocationRules({ tool: tool.name, rules: [...rules, ...policy.rules], allowedBy, clearance })
  await checkScratchFiles(machine, session, clearance.base_digests)
  await checkScripts(machine, clearance, signal)
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
    openPorts(machine, { clearance, expected: expectedBy(clearance, machine), session, begun, signal, onOutput, places }),
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

export interface ClearedCall {
  readonly tool_id: ExecutionId
  readonly attempt_id: AttemptId
  readonly session_id?: SessionId | undefined
  readonly tool_name: string
  readonly tool_params: Params
  readonly clearance: Clearance
}

export interface RunPorts extends StorePorts, RunClearedPorts {
  readonly serverRules: ServerRules
  readonly outputs: CallOutputs
}

/** The result is not kept back for an output that does not arrive: the rest of it may follow. */
const MAX_OUTPUT_WAIT_MILLISECONDS = 5_000

/** Resolves when the result is in the outbox, whatever it is. Throws ServerUnreachable where large values could not travel and nothing was changed. */
export async function runCall(ports: RunPorts, sent: ClearedCall, signal: AbortSignal): Promise<void> {
  const begun = performance.now()
  const { clearance, attempt_id } = sent
  const output = isCommand(sent.tool_name) ? ports.outputs.begin(sent) : undefined
  let body: ResultBody
  try {
    const call = await readSentCall(ports, sent)
    const policy = await ports.serverRules.require(clearance.policy_version)
    const result = await runCleared(ports, { call, clearance, policy, session: sent.session_id, signal, onOutput: output?.write ?? ignore })
    body = { status: 'completed', result, attempt_id }
  } catch (error) {
    if (error instanceof ServerUnreachable) throw error
    body = failureBody(ports, sent, error, signal)
  }
  // The last of the output travels while the result goes to the disk; the result is posted when both are there.
  const execution_time_ms = Math.round(performance.now() - begun)
  const ended = output?.end()
  const printed = ended && { output_bytes: ended.bytes }
  await storeResult(ports, sent, { body: { ...body, execution_time_ms, ...printed }, outputSent: ended && inTime(ended.sent) })
}

const ignore = (): void => undefined

/** A process that outlives its call prints later, and reports its output by itself. */
function isCommand(name: string): boolean {
  const tool = findTool(name)
  return tool !== undefined && usesPort(tool, 'processes')
}

async function inTime(sent: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const time = sleep(MAX_OUTPUT_WAIT_MILLISECONDS, undefined, { signal: over.signal }).catch(() => undefined)
  await Promise.race([sent, time])
  over.abort()
}

export interface FetchPorts {
  readonly client: Client
  readonly projectId: ProjectId
}

/** With its large values in place. Who may call the tool is the server's business. */
export async function readSentCall(
  ports: FetchPorts & Pick<JudgePorts, 'machine'>,
  { tool_name, tool_params }: Pick<ClearedCall, 'tool_name' | 'tool_params'>,
): Promise<Call> {
  const whole = await resolveReferences(tool_params, (sha256) => fetchText(ports, sha256))
  return requireAccepted(readCall(tool_name, whole, { byOperator: true, roots: ports.machine.roots }))
}

/** What arrives must be what the reference names. */
async function fetchText({ client, projectId }: FetchPorts, sha256: string): Promise<string> {
  const bytes = await client.getBody({ params: { p: projectId, sha256 } })
  if (hash('sha256', bytes) !== sha256) throw refuseClearance('clearance.large-value')
  try {
    return strictBodyText(bytes)
  } catch (cause) {
    throw new Failure('ENCODING_ERROR', { subject: sentence('result.large-value') }, { cause })
  }
}
