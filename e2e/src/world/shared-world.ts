// One world for all scenarios of a file; each uses its own files and sessions.
import type { Approval, CallView, ExecutionView } from '@countersign/protocol'
import { afterAll, beforeAll } from 'vitest'
import { startWorld, type World, type WorldOptions } from './world.ts'

/** Started before the first scenario of the file and ended after the last. */
export function sharedWorld(options: WorldOptions = {}): () => World {
  let world: World | undefined
  beforeAll(async () => {
    world = await startWorld(options)
  })
  afterAll(async () => world?.[Symbol.asyncDispose]())
  return () => {
    if (!world) throw new Error('the world has not begun')
    return world
  }
}

export interface Approved {
  readonly asked: CallView
  readonly approval: Approval
  readonly view: ExecutionView
}

/** The whole path: the agent calls, the operator is asked and approves, the call ends. */
export async function callAndApprove({ agent, operator }: World, tool: string, params: object, answer: object = {}): Promise<Approved> {
  const asked = await agent.call(tool, params)
  if (!asked.approval_id) throw new Error(`nobody was asked: ${JSON.stringify(asked)}`)
  const approval = await operator.approval(asked.approval_id)
  await operator.approve(asked.approval_id, answer)
  return { asked, approval, view: await agent.end(asked.tool_id) }
}

/** Runs a script of the workspace (MEDIUM) with the operator's approval. */
export async function runScript(world: World, name: string, source: string, more: object = {}): Promise<ExecutionView> {
  await world.workspace.write(name, source)
  return (await callAndApprove(world, 'execute_command', { command: 'node', args: [name], ...more })).view
}

export const outputOf = (view: { readonly result?: unknown }): string => (view.result as { stdout: string }).stdout
