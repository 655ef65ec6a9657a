// Runs a shell line in the sandbox as a LOW call is run, and has strace watch it from outside.
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@countersign/protocol'
import type { ProcessHostOptions } from '../../src/hosts/index.ts'
import type { BubblewrapSandbox } from '../../src/sandbox/index.ts'
import { createTestProcessHost } from '../hosts/create-host.ts'
import { readTraces, TRACED_CALLS, type TracedEffects } from './read-traces.ts'

export interface Effects extends TracedEffects {
  readonly stdout: string
  readonly timedOut: boolean
}

const STRACE = '/usr/bin/strace'
export const canTrace = existsSync(STRACE)

export interface TracedPlace extends Partial<ProcessHostOptions> {
  readonly root: string
  readonly sandbox: BubblewrapSandbox
  readonly timeoutSeconds?: number
}

export async function traceLine(line: string, { sandbox, timeoutSeconds = 20, ...place }: TracedPlace): Promise<Effects> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-effects-'))
  try {
    const traced = { ...sandbox, bwrapPath: writeWrapper(folder, sandbox.bwrapPath) }
    const { signal } = new AbortController()
    const host = createTestProcessHost({ network: false, signal, ...place, risk: 'LOW', sandbox: traced })
    const printed = await host.runShell({ line, cwd: '.', timeoutSeconds }).catch(whenOutOfTime)
    return { ...readTraces(folder, place.root), stdout: printed?.stdout ?? '', timedOut: printed === undefined }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function whenOutOfTime(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== 'TIMEOUT') throw error
}

function writeWrapper(folder: string, bwrap: string): string {
  const path = join(folder, 'traced-bwrap')
  const options = `-ff -qq -y --decode-pids=pidns -e signal=none -e trace=${TRACED_CALLS} -o ${folder}/trace`
  writeFileSync(path, `#!/bin/sh\nexec ${STRACE} ${options} -- ${bwrap} "$@"\n`)
  chmodSync(path, 0o755)
  return path
}
