// A server in a process of its own, for tests that measure it or take something away from it. Its options are the argument, as JSON;
// its port is printed.
import { assertRegistered } from '@countersign/protocol'
import { pino } from 'pino'
import { startServer } from '../src/compose.ts'

const { port } = await startServer({
  ...JSON.parse(process.argv[2] ?? '{}'),
  checkEvent: assertRegistered,
  logger: pino({ level: 'silent' }),
})
console.log(port)
