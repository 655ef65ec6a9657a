// A time in words. GNU reads `TZ="name"` in it as a time zone file, and a name with slashes as any file on the machine.
import { finding, type Reading, reading } from './reading.ts'

export const readTimeText = (text: string): Reading => (/TZ\s*=/i.test(text) ? finding('HIGH', 'command.time-zone-file') : reading({}))
