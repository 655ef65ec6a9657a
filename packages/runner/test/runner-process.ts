// A runner in a process of its own, so that a test can kill it. What it is told comes by environment.
import { flushCompileCache } from 'node:module'
import { startRunner } from '../src/compose.ts'
import { faultsFromEnvironment } from '../src/ports/fault-points.ts'
import { createJsonLogger } from '../src/ports/logger.ts'
import { createNodeTransport } from '../src/transport/node-transport.ts'
import { PROCESS_PARTS } from './process-parts.ts'

// Whoever is killed keeps nothing at its end.
flushCompileCache()

const { SERVER_URL = '', PROJECT_ID = '', WORKSPACE = '', DATA_DIR = '', ISOLATION } = process.env

await using transport = createNodeTransport(SERVER_URL)
const runner = await startRunner({
  ...PROCESS_PARTS,
  serverUrl: SERVER_URL,
  token: () => 'a-runner-token',
  transport,
  projectId: PROJECT_ID,
  workspace: WORKSPACE,
  dataDir: DATA_DIR,
  logger: createJsonLogger((line) => process.stderr.write(line)),
  retry: { firstMilliseconds: 5, maxMilliseconds: 20 },
  faults: faultsFromEnvironment(process.env),
  ...(ISOLATION === 'none' && { sandbox: { isolation: 'none', reason: 'the test wants none' } }),
})
process.once('SIGTERM', () => void runner.stop())
await runner.stopped
