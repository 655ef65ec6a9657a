// A server in a process of its own, so that a fault point can end it: the data folder is the argument, the link is printed.
import { flushCompileCache } from 'node:module'
import { assertRegistered } from '@countersign/protocol'
import { pino } from 'pino'
import { faultsFromEnvironment } from '../src/background/environment-faults.ts'
import { startServer } from '../src/compose.ts'

// Whoever is killed keeps nothing at its end.
flushCompileCache()

const { port, local } = await startServer({
  dataDir: process.argv[2] ?? '',
  checkEvent: assertRegistered,
  faults: faultsFromEnvironment(process.env),
  logger: pino({ level: 'silent' }),
})
console.log(JSON.stringify({ port, agent: local?.token('agent'), operator: local?.token('operator') }))
