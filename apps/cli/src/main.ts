#!/usr/bin/env node
// The command `countersign`. It runs the built form if that is current, otherwise the sources. Compiled code is cached
// for the next start; the rest is loaded on use.
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findBuilt } from './built.ts'

// Not in a shared temporary folder, because whoever can write this cache decides what runs. Coverage needs uncached code.
if (!process.env.NODE_V8_COVERAGE) enableCompileCache(join(homedir(), '.cache', 'countersign'))

// `countersign history | head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const built = findBuilt()
const { runCommandLine }: typeof import('./run-command-line.ts') = built ? await import(built) : await import('./run-command-line.ts')
process.exitCode = await runCommandLine(process.argv)
