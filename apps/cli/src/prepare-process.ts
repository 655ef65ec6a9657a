// What holds for the whole process, before the rest is loaded.
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

export function prepareProcess(): void {
  // Compiled code is kept for the next start. Not in a shared temporary folder, because whoever can write this cache decides what
  // runs. Coverage needs uncached code.
  if (!process.env.NODE_V8_COVERAGE) enableCompileCache(join(homedir(), '.cache', 'countersign'))

  // `countersign history | head` closes the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
}
