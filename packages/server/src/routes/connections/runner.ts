// The runner's routes: its presence, the calls it may run, their output and their results. Limited to its own project.
import { isOnline, judgingVersion } from '@countersign/core'
import { type Execution, Failure, LIMITS, type Project, type ProjectId, type RunnerCallView, sentence } from '@countersign/protocol'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/route-handler.ts'
import { appendOutput } from '../../outputs/live-output.ts'

type RunnerHandlers = Pick<
  Handlers,
  'hello' | 'heartbeat' | 'getRunnerRules' | 'filesChanged' | 'getCall' | 'postPreview' | 'postOutput' | 'postResult'
>

export function createRunnerHandlers({
  engine,
  access,
  settings,
  plainRunners,
  logger,
}: Pick<AppContext, 'engine' | 'access' | 'settings' | 'plainRunners' | 'logger'>): RunnerHandlers {
  /** Read again, because the list of commands may have changed since. */
  const current = (id: ProjectId, known: Project) => engine.read(async (tx) => (await tx.projects.get(id)) ?? known)
  const versionFor = async (project: Project) => judgingVersion(engine.policy(), await current(project.id, project))
  return {
    hello: async ({ params, body, principal }) => {
      const project = await access.project(principal, params.p)
      const reply = await engine.hello(project, body)
      if (reply.holds_lease) plainRunners.yieldTo(project.id)
      const now = engine.clock.now()
      const clock_off_seconds = clockOff(body.time, now)
      if (clock_off_seconds !== undefined)
        logger.warn(
          { runner_id: body.runner_id, clock_off_seconds },
          "the clock of a runner's machine is wrong; the runner uses the server's time",
        )
      return {
        success: true,
        ...reply,
        lease_seconds: settings.lease_seconds,
        clearance_key: engine.clearanceKey,
        policy_version: await versionFor(project),
        server_time: new Date(now).toISOString(),
        takes_forms: true,
        ...(clock_off_seconds !== undefined && { clock_off_seconds }),
      }
    },
    heartbeat: async ({ params, body, principal }) => {
      const project = await access.project(principal, params.p)
      const { runner_id, processes, secrets_in_git, sessions = [] } = body
      if (body.leaving) await engine.releaseLease(project.id, runner_id, processes)
      const holds_lease = !body.leaving && (await engine.renewLease(project, runner_id, { processes, secrets_in_git }))
      const end_processes = await engine.processesToEnd(project.id, processes ?? [])
      return {
        success: true,
        holds_lease,
        policy_version: await versionFor(project),
        end_processes,
        end_sessions: await engine.sessionsToEnd(project.id, sessions),
        server_time: new Date(engine.clock.now()).toISOString(),
      }
    },
    getRunnerRules: async ({ params, principal }) => {
      const project = await current(params.p, await access.project(principal, params.p))
      const { rules, extraCommands } = engine.policy()
      return {
        success: true,
        policy_version: judgingVersion(engine.policy(), project),
        toolchains: project.toolchains ?? [],
        commands: project.commands.map(({ command }) => command),
        rules: [...rules],
        extra_commands: Object.fromEntries(extraCommands),
      }
    },
    filesChanged: async ({ params, body, principal }) => {
      const project = await access.project(principal, params.p)
      await engine.filesChanged(project.id, body.paths)
      return { success: true }
    },
    getCall: async ({ params, principal }) => {
      const execution = await access.execution(principal, params.p, params.id)
      const runner = await engine.read((tx) => tx.runners.get(execution.project_id))
      if (!isOnline(runner, new Date(engine.clock.now()).toISOString()))
        throw new Failure('RUNNER_OFFLINE', { subject: sentence('subject.hello-first') })
      return callFor(execution, isOpen(execution) ? await engine.rawParams(execution) : execution.tool_params)
    },
    postPreview: async ({ params, body, principal }) => {
      await engine.receivePreview(await access.execution(principal, params.p, params.id), body)
      return { success: true }
    },
    postOutput: async ({ params, body, principal }) => {
      const execution = await access.execution(principal, params.p, params.id)
      await appendOutput(engine.outputs, execution, body)
      engine.sendOutput(execution, body)
      return { success: true }
    },
    postResult: async ({ params, body, principal }) => {
      const { id, status } = await engine.settle(await access.openExecution(principal, params.p, params.id), body)
      return { success: true, tool_id: id, status, message: 'Tool result processed' }
    },
  }
}

/** The difference of the clocks if it matters; negative if the runner's clock is behind. */
function clockOff(time: string | undefined, now: number): number | undefined {
  const seconds = time === undefined ? 0 : Math.round((Date.parse(time) - now) / 1000)
  return Math.abs(seconds) > LIMITS.maxClockOffSeconds ? seconds : undefined
}

/** A runner needs the raw parameters only to preview or to run a call. */
const isOpen = ({ status }: Execution): boolean => status === 'pending' || status === 'executing'

const callFor = (execution: Execution, tool_params: Record<string, unknown>): RunnerCallView => ({
  success: true,
  tool_id: execution.id,
  session_id: execution.session_id,
  tool_name: execution.tool_name,
  tool_params,
  digest: execution.call_digest,
  ...(execution.mode && { mode: execution.mode }),
  status: execution.status,
  network: execution.network,
  attempt_id: execution.attempt_id,
  clearance: execution.status === 'executing' ? execution.clearance : null,
})
