// Turns on an in-memory engine, with a model scripted step by step and a runner that does what the test says.
import { readsOnly } from '@countersign/core'
import { parsePolicy } from '@countersign/policy'
import type { Approval, Execution, ResultBody, SessionId, ToolView, Turn } from '@countersign/protocol'
import { CATALOGUE } from '@countersign/tools'
import { vi } from 'vitest'
import { createWorld, type WorldOptions } from '../../core/test/world.ts'
import { type AgentRuntime, createAgentRuntime } from '../src/runtime.ts'
import { type Script, type ScriptedModel, scripted } from './scripted-steps.ts'

const TOOLS: readonly ToolView[] = CATALOGUE.map(({ name, usualRisk }) => ({
  name,
  description: name,
  parameters: {},
  requires_approval: usualRisk !== 'LOW',
  risk_level: usualRisk,
  reads_only: readsOnly(name),
  timeout_seconds: 0,
}))

/** Undefined leaves the execution running. */
export type Run = (execution: Execution) => ResultBody | undefined

export interface TurnWorldOptions extends WorldOptions {
  readonly script: Script
  readonly run?: Run
  readonly online?: boolean
}

export async function createTurnWorld({ script, run = runWell, online = true, ...options }: TurnWorldOptions) {
  const world = await createWorld(options)
  const { engine, store, project, operator } = world
  if (online) await world.hello()
  const ran: string[] = []
  const act = async (execution: Execution): Promise<void> => {
    if (!online) return
    if (execution.status === 'pending') await world.preview(execution, String(execution.tool_params.path))
    if (execution.status !== 'executing') return
    ran.push(`${execution.tool_name} ${execution.tool_params.path ?? execution.tool_params.command ?? ''}`)
    const body = run(execution)
    if (body) await engine.settle(execution, body)
  }
  engine.watchExecutions(({ execution, moves }) => moves.length > 0 && void act(execution))
  const model = scripted(script)
  const makeRuntime = (models: readonly [ScriptedModel, ...ScriptedModel[]] = [model]) =>
    createAgentRuntime({ engine, models, toolsOf: async () => TOOLS })
  let runtime = makeRuntime()
  const seeTurn = async ({ id }: Turn) => (await store.read((tx) => tx.turns.get(id))) as Turn
  return {
    ...world,
    model,
    ran,
    runtime: () => runtime,
    /** Acts like a server that stops and starts again. */
    restart: async (models?: readonly [ScriptedModel, ...ScriptedModel[]]): Promise<AgentRuntime> => {
      await runtime.stop()
      runtime = makeRuntime(models)
      await runtime.start()
      return runtime
    },
    send: async (content: string, session_id?: SessionId): Promise<Turn> => {
      const { turn } = await engine.startTurn(operator, project, { content, session_id, model: runtime.modelFor })
      runtime.wake(turn)
      return turn
    },
    seeTurn,
    end: (turn: Turn): Promise<Turn> =>
      vi.waitFor(async () => {
        const seen = await seeTurn(turn)
        if (seen.status === 'running') throw new Error('the turn is running')
        return seen
      }, WAIT),
    asked: (tool_name: string): Promise<Approval> =>
      vi.waitFor(async () => {
        const [found] = await store.read((tx) => tx.approvals.find({ equal: { status: 'pending', tool_name } }))
        if (!found) throw new Error(`nobody is asked about ${tool_name}`)
        return found
      }, WAIT),
    executions: () => store.read((tx) => tx.executions.find({ order: { column: 'created_at' } })),
    messages: (turn: Turn) =>
      store.read((tx) => tx.messages.find({ equal: { session_id: turn.session_id }, order: { column: 'created_at' } })),
  }
}

export type TurnWorld = Awaited<ReturnType<typeof createTurnWorld>>

export const WAIT = { timeout: 10_000, interval: 5 }

export const runWell: Run = ({ tool_name, tool_params }) => ({
  status: 'completed',
  result: { success: true, ...resultOf(tool_name, tool_params) },
})

function resultOf(tool: string, { path, content, process_id }: Record<string, unknown>): Record<string, unknown> {
  const size = String(content ?? '').length
  if (tool === 'read_file') return { content: `text of ${path}`, encoding: 'utf-8', size: 1, lines: 1, truncated: false }
  if (tool === 'write_file') return { path, size, bytes_written: size, created: true, created_directories: [] }
  if (tool === 'run_persistent') return { process_id, pid: 7, started_at: '2026-01-01T00:00:00.000Z', running: true }
  return { stdout: 'printed\n', stderr: '', exit_code: 0, execution_time: 1, truncated: false, isolation: 'sandbox' }
}

export const ruleOn = (tool: string, action: 'ask' | 'deny', why: string) =>
  parsePolicy(`
[[rule]]
name = "of the test"
do = "${action}"
tools = ["${tool}"]
why = "${why}"
examples.match = [{ tool = "${tool}", path = "a.md" }]
examples.no_match = [{ tool = "list_directory", path = "." }]
`)
