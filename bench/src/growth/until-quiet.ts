// After its start, a server looks through its database on another thread: waits until that work is done.
import { setTimeout as pause } from 'node:timers/promises'
import type { Child } from '../processes/child.ts'

const LOOK_MILLISECONDS = 1_000
/** Per second, in microseconds. */
const QUIET_MICROSECONDS = 20_000
const MAX_LOOKS = 120

export async function untilQuiet(server: Child): Promise<void> {
  for (let look = 0, quiet = 0; look < MAX_LOOKS && quiet < 2; look++) {
    const before = await server.ask<number>('processor')
    await pause(LOOK_MILLISECONDS)
    quiet = (await server.ask<number>('processor')) - before < QUIET_MICROSECONDS ? quiet + 1 : 0
  }
}
