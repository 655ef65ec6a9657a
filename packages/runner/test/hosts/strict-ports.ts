// Ports that throw on whatever a tool's powers do not name, so that a test sees a tool reach for more than it says.
import { type AnyTool, type HostSignal, POWERS, type PortName, type Ports } from '@countersign/tools'

export type Phase = 'preview' | 'run'

export function strictPorts({ name, uses }: AnyTool, ports: Ports & HostSignal, phase: Phase): Ports & HostSignal {
  const refuse = (what: string): never => {
    throw new Error(`the ${phase} of ${name} reached for ${what}, which its powers do not name`)
  }
  const strictPort = <Name extends PortName>(port: Name): Ports[Name] => {
    const entries = uses.map((power) => POWERS[power]).filter((entry) => entry.port === port)
    const allowed: readonly string[] = entries.flatMap(({ reads, acts }) => (phase === 'preview' ? reads : [...reads, ...acts]))
    if (allowed.length === 0) return refuse(port)
    return new Proxy(ports[port], {
      get: (target, method) => (allowed.includes(String(method)) ? Reflect.get(target, method) : refuse(`${port}.${String(method)}`)),
    })
  }
  return {
    signal: ports.signal,
    get workspace() {
      return strictPort('workspace')
    },
    get git() {
      return strictPort('git')
    },
    get processes() {
      return strictPort('processes')
    },
    get persistent() {
      return strictPort('persistent')
    },
    get editor() {
      return strictPort('editor')
    },
    get scratch() {
      return strictPort('scratch')
    },
    get undo() {
      return strictPort('undo')
    },
  }
}
