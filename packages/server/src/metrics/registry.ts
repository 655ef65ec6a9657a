// The metrics in the Prometheus format. The package is CommonJS and consists of many files. It is loaded by `require`, which
// tries again after a file could not be opened; a failed `import` would stay broken. The build bundles it.
import { createRequire } from 'node:module'
import type { Observation } from './observation.ts'

const SECONDS_OF_REQUESTS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 20, 60]
const SECONDS_OF_DECISIONS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 3600]

const require = createRequire(import.meta.url)

export function createRegistry(openStreams: () => number) {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = require('prom-client') as typeof import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'countersign_http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['route', 'status'],
    buckets: SECONDS_OF_REQUESTS,
    registers,
  })
  const calls = new Counter({
    name: 'countersign_calls_total',
    help: 'Executions that ended',
    labelNames: ['tool', 'risk', 'status'],
    registers,
  })
  const decisions = new Histogram({
    name: 'countersign_decision_duration_seconds',
    help: 'Time from question to answer',
    labelNames: ['decision', 'risk'],
    buckets: SECONDS_OF_DECISIONS,
    registers,
  })
  new Gauge({
    name: 'countersign_streams_open',
    help: 'Open event streams',
    registers,
    collect: function () {
      this.set(openStreams())
    },
  })
  const observe = (observation: Observation): void => {
    if (observation.kind === 'answered') requests.observe({ route: observation.route, status: observation.status }, observation.seconds)
    else if (observation.kind === 'ended') calls.inc({ tool: observation.tool, risk: observation.risk, status: observation.status })
    else decisions.observe({ decision: observation.decision, risk: observation.risk }, observation.seconds)
  }
  return { observe, render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }) }
}
