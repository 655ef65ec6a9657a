// Runs one harmless program in a sandbox and says what went wrong, if anything did.
import { runProgram } from '../programs/run-program.ts'
import { NOTHING_HIDDEN } from './covers/hidden-files.ts'
import type { BubblewrapSandbox } from './sandbox.ts'
import { sandboxedStart, wasStarted } from './sandboxed-start.ts'
import { READ_ONLY } from './writable-plan.ts'

export async function trySandbox(sandbox: BubblewrapSandbox, root: string): Promise<string | undefined> {
  const request = { root, plan: READ_ONLY, network: false, hidden: NOTHING_HIDDEN, toolchains: [], environment: {} }
  using start = sandboxedStart(sandbox, request, ['/usr/bin/true'])
  const end = await runProgram({
    ...start,
    cwd: '/',
    environment: {},
    timeoutSeconds: 10,
    signal: new AbortController().signal,
    endsWithLeader: true,
  })
  if (end.exitCode === 0 && wasStarted(end.status)) return undefined
  return end.stderr.split('\n')[0] || `exit code ${end.exitCode}`
}
