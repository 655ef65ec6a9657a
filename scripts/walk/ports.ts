// The ports of a call: functions that give it a value (the time, an id, a digest, a signature, the token, the rules in force, whether an editor is there) and lead
// nowhere else. A file is listed as one of them only if nothing but these functions is entered in it.
import type { EnteredFunction } from './entered-function.ts'

/** A function without a name is ''. */
const PORTS: Readonly<Record<string, readonly string[]>> = {
  'apps/cli/src/serve/policy/watched-policy.ts': ['get current'],
  'packages/client/src/renewal/keep-token.ts': ['current'],
  'packages/protocol/src/faults/fault-schedule.ts': ['noFaults'],
  'packages/protocol/src/ids/ids.ts': ['uuidv7'],
  'packages/runner/src/disk/hash-bytes.ts': ['hashBytes'],
  'packages/runner/src/link/clocks.ts': ['now', 'monotonic', ''],
  'packages/runner/src/machine/machine.ts': ['isReadOnly', 'searchSandbox'],
  'packages/runner/src/ports/open-buffers.ts': ['unsaved'],
  'packages/server/src/keys/compact-jws.ts': ['sign'],
  'packages/server/src/ports.ts': ['now', 'next'],
}

export const arePorts = (file: string, entered: readonly EnteredFunction[]): boolean =>
  entered.every(({ name }) => PORTS[file]?.includes(name))
