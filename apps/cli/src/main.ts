#!/usr/bin/env node
// The command `countersign`. What was compiled once is kept for the next start; the rest is loaded when it is needed.
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// Not in a shared temporary folder: whoever may write this cache decides what runs. Coverage needs the code uncached.
if (!process.env.NODE_V8_COVERAGE) enableCompileCache(join(homedir(), '.cache', 'countersign'))

// `countersign history | head`: whoever read has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const { runCommandLine } = await import('./run-command-line.ts')
process.exitCode = await runCommandLine(process.argv)
