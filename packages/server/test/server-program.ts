// A server in its own process, for tests that measure it or limit its resources. The argument is its options as JSON; it prints
// its port.
import { assertRegistered } from '@countersign/protocol'
import { pino } from 'pino'
import { startServer } from '../src/compose.ts'

const { port } = await startServer({
  ...JSON.parse(process.argv[2] ?? '{}'),
  checkEvent: assertRegistered,
  logger: pino({ level: 'silent' }),
})
console.log(port)
