// Every agent over every channel, in parallel: most of the time is spent waiting for the operator. Exits with 1 if something differs.
import { networkInterfaces } from 'node:os'
import { findProgram } from './agent-cache.ts'
import type { Channel, RealAgent } from './agents/real-agent.ts'
import { chooseAgents } from './agents.ts'
import type { Check } from './check-run.ts'
import { type Column, tableOf } from './report.ts'
import { runTask } from './run-task.ts'

const CHANNELS: readonly Channel[] = ['http', 'stdio']

async function play(agent: RealAgent, channel: Channel): Promise<Column> {
  const title = `${agent.name} ${Object.values(agent.packages).join(' ')}, ${channel}`
  const program = findProgram(agent)
  const failed = (error: unknown): Check[] => [{ what: 'it runs at all', wrong: String(error) }]
  const checks = program ? await runTask(agent, channel, program).catch(failed) : failed('not installed')
  return { title, checks }
}

const agents = chooseAgents(process.argv.slice(2))
const isOffline = Object.values(networkInterfaces()).every((addresses) => addresses?.every(({ internal }) => internal))
console.log(isOffline ? 'The agents have no network but loopback.' : 'bubblewrap is not there: the agents could reach the network.')
const columns = await Promise.all(agents.flatMap((agent) => CHANNELS.map((channel) => play(agent, channel))))
console.log(tableOf(columns))
process.exitCode = columns.every(({ checks }) => checks.every(({ wrong }) => wrong === undefined)) ? 0 : 1
