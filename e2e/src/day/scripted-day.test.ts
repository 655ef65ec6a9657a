// Thirty calls of an agent's day, answered by a person who says yes: how often is she asked, and how often is the agent refused?
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Approval, Mode } from '@countersign/protocol'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { startWorld } from '../world/world.ts'
import { DAY_FILES, type DayCall, scriptedDay } from './scripted-day.ts'

interface Day {
  readonly prompts: readonly string[]
  readonly refusals: readonly string[]
}

const textOf = ({ tool, params }: DayCall): string => String(params.command ?? `${tool} ${String(params.path)}`)

/** The widest of the grants that the card offers without a warning, as a person who wants to be asked less would take it. */
function widestGrant({ scopes, risk_level }: Approval): object {
  if (risk_level === 'HIGH') return {}
  const offered = scopes.filter(({ scope, warning }) => scope === 'project' && warning === undefined).at(-1)
  return offered ? { scope: 'project', class: offered.class } : {}
}

async function live(mode: Mode, takesGrants: boolean): Promise<Day> {
  await using service = await startService()
  await using world = await startWorld({ mode, files: DAY_FILES, prepare: commit })
  const prompts: string[] = []
  const refusals: string[] = []
  for (const call of scriptedDay(world.workspace.path, service.port)) {
    const begun = await world.agent.call(call.tool, call.params)
    if (begun.approval_id) {
      prompts.push(textOf(call))
      const approval = await world.operator.approval(begun.approval_id)
      await world.operator.approve(approval.id, takesGrants ? widestGrant(approval) : {})
    }
    const ended = await world.agent.end(begun.tool_id)
    if (ended.status !== 'completed') refusals.push(`${textOf(call)}: ${ended.error}`)
  }
  return { prompts, refusals }
}

const commit = (root: string): void => {
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: root })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'first')
}

async function startService(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((_, response) => response.end('healthy'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const countsOf = ({ prompts, refusals }: Day) => ({ prompts: prompts.length, refusals: refusals.length })

scenario('a day of thirty calls asks little and refuses nothing in ask', { verifies: ['modes.day'], seconds: 240 }, async () => {
  const strict = await live('strict', false)
  const ask = await live('ask', false)
  const granted = await live('ask', true)
  expect(ask.refusals).toEqual([])
  expect(granted.refusals).toEqual([])
  expect({ strict: countsOf(strict), ask: countsOf(ask), granted: countsOf(granted) }).toEqual({
    strict: { prompts: 17, refusals: 11 },
    ask: { prompts: 15, refusals: 0 },
    granted: { prompts: 9, refusals: 0 },
  })
})
