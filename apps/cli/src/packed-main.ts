// The command `countersign` as it is packed: everything that it needs is beside it.
import { prepareProcess } from './prepare-process.ts'

prepareProcess()
const { runCommandLine } = await import('./run-command-line.ts')
process.exitCode = await runCommandLine(process.argv)
