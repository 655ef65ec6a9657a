// A server in its own process, so that a fault point can kill it. The argument is the data folder; the link is printed.
import { flushCompileCache } from 'node:module'
import { assertRegistered } from '@countersign/protocol'
import { pino } from 'pino'
import { faultsFromEnvironment } from '../src/background/environment-faults.ts'
import { startServer } from '../src/compose.ts'

// A killed process cannot write its compile cache at exit, so it is written now.
flushCompileCache()

const { port, local } = await startServer({
  dataDir: process.argv[2] ?? '',
  checkEvent: assertRegistered,
  faults: faultsFromEnvironment(process.env),
  logger: pino({ level: 'silent' }),
})
console.log(JSON.stringify({ port, agent: local?.token('agent'), operator: local?.token('operator') }))
