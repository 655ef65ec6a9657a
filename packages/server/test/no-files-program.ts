// A server that has no file descriptor left when its parts are first loaded, and later has some again. The arguments are its
// options and how many descriptors stay free; it prints the status of each part before and after.
import { closeSync, openSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { assertRegistered } from '@countersign/protocol'
import { pino } from 'pino'
import { startServer } from '../src/compose.ts'

const [options = '{}', free = '0', token = '', project = ''] = process.argv.slice(2)
const { port } = await startServer({ ...JSON.parse(options), checkEvent: assertRegistered, logger: pino({ level: 'silent' }) })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const ask = (path: string, body?: object): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const accept = 'application/json, text/event-stream'
    const headers = { accept, authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const asking = request({ host: '127.0.0.1', port, path, method: body ? 'POST' : 'GET', headers, agent }, (response) =>
      response.resume().once('end', () => resolve(response.statusCode)),
    )
    asking.on('error', reject).end(body && JSON.stringify(body))
  })

function takeAll(): number[] {
  const taken: number[] = []
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EMFILE') return taken
    throw error
  }
}

const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
const askAll = async () => [
  await ask('/metrics'),
  await ask('/openapi.json'),
  await ask(`/my/projects/${project}/mcp`, { jsonrpc: '2.0', id: 1, method: 'initialize', params }),
]

await ask('/health')
const taken = takeAll()
for (const file of taken.splice(0, Number(free))) closeSync(file)
const without = await askAll()
for (const file of taken) closeSync(file)
console.log(JSON.stringify({ without, with: await askAll() }))
process.exit(0)
