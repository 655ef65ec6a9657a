// A command as it is really started: bubblewrap, the limits, then the program's own words.
import { closeSync, openSync } from 'node:fs'
import type { BubblewrapSandbox } from './sandbox.ts'
import { type SandboxRequest, sandboxArguments } from './sandbox-arguments.ts'

const GIGABYTE = 1024 ** 3
export const MAX_PROCESSES = 1024
const LIMITS = [`--data=${8 * GIGABYTE}`, `--fsize=${4 * GIGABYTE}`, '--core=0', '--nofile=8192', `--nproc=${MAX_PROCESSES}`]

const STATUS = 3
const SECCOMP = 4

export interface SandboxedStart extends Disposable {
  readonly program: string
  readonly args: readonly string[]
  readonly descriptors: readonly ('pipe' | number)[]
}

export type CageRequest = Omit<SandboxRequest, 'furniture' | 'statusDescriptor' | 'seccompDescriptor'>

export function sandboxedStart(sandbox: BubblewrapSandbox, request: CageRequest, command: readonly string[]): SandboxedStart {
  const { furniture, prlimitPath } = sandbox
  const seccomp = furniture.seccomp === undefined ? undefined : openSync(furniture.seccomp, 'r')
  const cage = sandboxArguments({
    ...request,
    furniture,
    statusDescriptor: STATUS,
    seccompDescriptor: seccomp === undefined ? undefined : SECCOMP,
  })
  return {
    program: sandbox.bwrapPath,
    args: [...cage, ...(prlimitPath ? [prlimitPath, ...LIMITS, '--'] : []), ...command],
    descriptors: ['pipe', ...(seccomp === undefined ? [] : [seccomp])],
    [Symbol.dispose]: () => {
      if (seccomp !== undefined) closeSync(seccomp)
    },
  }
}

/** Bubblewrap reports the exit code only of a program that it could start. */
export const wasStarted = (status: string): boolean => status.includes('"exit-code"')
