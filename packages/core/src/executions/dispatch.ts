// approved → executing: the transition names the attempt and the runner it goes to, and carries the signed clearance.
import {
  type AttemptId,
  type ClearanceClaims,
  type Execution,
  type ExecutionIn,
  type ExecutionMove,
  LIMITS,
  type Project,
  type Runner,
} from '@countersign/protocol'
import { findTool, onlyReads } from '@countersign/tools'
import { deniedPaths } from '../grants/use-grants.ts'
import { type Core, isOnline, later, type Work } from '../work/core.ts'
import { signalRow, statusRow } from '../work/work.ts'
import { type Judging, judgingVersion } from './judging.ts'

/** How long a runner may be silent about an attempt, in addition to the time limit of its command. */
const RESULT_MARGIN_SECONDS = 120

const canRun = (runner: Runner, execution: Execution): boolean => runner.tools.includes(execution.tool_name)

export interface Destination {
  /** The project and its runner, as this transaction knows them. */
  readonly judging: Judging
  /** The raw parameters, if they are at hand. */
  readonly params?: Record<string, unknown>
}

/** Sends the call to the runner if it can take it; otherwise the call waits for one for a limited time. */
export async function dispatch(
  core: Core,
  work: Work,
  approved: ExecutionIn<'approved'>,
  { judging: { project, runner }, params }: Destination,
): Promise<Execution> {
  if (isOnline(runner, work.at) && canRun(runner, approved)) {
    const move = await dispatchMove(core, work, approved, { project, runner })
    return work.move(approved, move, (executing, moves) => signalRow(executing, params, moves))
  }
  if (approved.runner_deadline_at !== null) return approved
  const waiting = await work.amend(approved, { runner_deadline_at: later(work.now, core.settings.runner_wait_seconds) })
  await work.record(waiting, statusRow)
  return waiting
}

async function dispatchMove(
  core: Core,
  work: Work,
  approved: ExecutionIn<'approved'>,
  { project, runner }: Judging & { readonly runner: Runner },
): Promise<ExecutionMove<'execution.dispatched'>> {
  const attempt = core.ids.next<AttemptId>()
  return {
    type: 'execution.dispatched',
    attempt_id: attempt,
    runner_id: runner.runner_id,
    clearance: core.signer.sign(await clearanceOf(core, work, { execution: approved, attempt, project })),
    at: work.at,
    deadline_at: later(work.now, runSeconds(approved) + RESULT_MARGIN_SECONDS),
  }
}

/** A new signature for an attempt that the runner never saw. The attempt stays the same, so it still runs at most once. */
export const signAgain = async (core: Core, work: Work, execution: ExecutionIn<'executing'>, project: Project): Promise<string> =>
  core.signer.sign(await clearanceOf(core, work, { execution, attempt: execution.attempt_id, project }))

interface Clearing {
  readonly execution: ExecutionIn<'approved' | 'executing'>
  readonly attempt: AttemptId
  readonly project: Project
}

async function clearanceOf(core: Core, work: Work, { execution, attempt, project }: Clearing): Promise<ClearanceClaims> {
  const byAgent = !execution.agent.startsWith('operator:')
  const denied_paths = byAgent ? await deniedPaths(work, execution) : undefined
  return {
    execution_id: execution.id,
    attempt_id: attempt,
    call_digest: execution.call_digest,
    ...(['person', 'grant'].includes(execution.cleared_by.kind) && { base_digests: execution.base_digests }),
    ...(denied_paths && { denied_paths }),
    risk: execution.risk_level ?? 'HIGH',
    network: execution.network,
    ...(execution.mode && execution.mode !== 'strict' && { mode: execution.mode }),
    by: execution.cleared_by,
    policy_version: judgingVersion(core.policy, project),
    exp: Math.floor(work.now / 1000) + RESULT_MARGIN_SECONDS,
  }
}

function runSeconds(execution: Execution): number {
  const { timeout } = execution.tool_params
  return typeof timeout === 'number' ? timeout : LIMITS.defaultCommandSeconds
}

/** Whether the call only reads: such calls may run in parallel, because none can change what another one sees. */
export function readsOnly(toolName: string): boolean {
  const tool = findTool(toolName)
  return tool !== undefined && onlyReads(tool)
}
