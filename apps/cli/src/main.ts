#!/usr/bin/env node
// The command `countersign`. It runs its built form where that is current, and its sources otherwise. What was compiled once is kept
// for the next start; the rest is loaded when it is needed.
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findBuilt } from './built.ts'

// Not in a shared temporary folder: whoever may write this cache decides what runs. Coverage needs the code uncached.
if (!process.env.NODE_V8_COVERAGE) enableCompileCache(join(homedir(), '.cache', 'countersign'))

// `countersign history | head`: whoever read has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const built = findBuilt()
const { runCommandLine }: typeof import('./run-command-line.ts') = built ? await import(built) : await import('./run-command-line.ts')
process.exitCode = await runCommandLine(process.argv)
