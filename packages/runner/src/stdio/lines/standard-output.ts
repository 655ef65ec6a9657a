// Standard output for messages. On a pipe `process.stdout` waits in each write until there is room: a parent that does not read
// would stop every timer, signal and command of this process. This one does not wait; files and terminals never make it wait.
import { fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Writable } from 'node:stream'

const STDOUT = 1

export function openStandardOutput(): Writable {
  const facts = fstatSync(STDOUT)
  return facts.isFIFO() || facts.isSocket() ? new Socket({ fd: STDOUT, readable: false, writable: true }) : process.stdout
}
