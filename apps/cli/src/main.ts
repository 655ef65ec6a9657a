#!/usr/bin/env node
// The command `countersign` in the repository. It runs the built form if that is current, otherwise the sources.
import { findBuilt } from './built.ts'
import { prepareProcess } from './prepare-process.ts'

prepareProcess()
const built = findBuilt()
const { runCommandLine }: typeof import('./run-command-line.ts') = built ? await import(built) : await import('./run-command-line.ts')
process.exitCode = await runCommandLine(process.argv)
