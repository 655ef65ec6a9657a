// A command as it is really started: bubblewrap, the limits, then the program's own words.
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOfName } from '../disk/names.ts'
import type { BubblewrapSandbox } from './sandbox.ts'
import { type SandboxRequest, sandboxArguments } from './sandbox-arguments.ts'

const GIGABYTE = 1024 ** 3
export const MAX_PROCESSES = 1024
const LIMITS = [`--data=${8 * GIGABYTE}`, `--fsize=${4 * GIGABYTE}`, '--core=0', '--nofile=8192', `--nproc=${MAX_PROCESSES}`]

const STATUS = 3
const WORDS = 4
const SECCOMP = 5

export interface SandboxedStart extends Disposable {
  readonly program: string
  readonly args: readonly string[]
  readonly descriptors: readonly ('pipe' | number)[]
}

export type SandboxedRequest = Omit<SandboxRequest, 'sandboxFiles' | 'statusDescriptor' | 'seccompDescriptor'>

export function sandboxedStart(sandbox: BubblewrapSandbox, request: SandboxedRequest, command: readonly string[]): SandboxedStart {
  const { sandboxFiles, prlimitPath } = sandbox
  const hasSeccomp = sandboxFiles.seccomp !== undefined
  const sandboxWords = sandboxArguments({
    ...request,
    sandboxFiles,
    statusDescriptor: STATUS,
    seccompDescriptor: hasSeccomp ? SECCOMP : undefined,
  })
  const descriptors = [
    keepWords(sandboxFiles.folder, sandboxWords),
    ...(sandboxFiles.seccomp === undefined ? [] : [openSync(sandboxFiles.seccomp, 'r')]),
  ]
  return {
    program: sandbox.bwrapPath,
    // The folder stands here, so that whoever lists processes sees whose they are.
    args: [
      '--args',
      String(WORDS),
      '--chdir',
      request.cwd ?? request.root,
      '--',
      ...(prlimitPath ? [prlimitPath, ...LIMITS, '--'] : []),
      ...command,
    ],
    descriptors: ['pipe', ...descriptors],
    [Symbol.dispose]: () => {
      for (const descriptor of descriptors) closeSync(descriptor)
    },
  }
}

/** In a file that has no name any more: a command line holds neither all of them nor names that are no text. */
function keepWords(folder: string, words: readonly string[]): number {
  const path = join(folder, `words-${randomUUID()}`)
  writeFileSync(path, Buffer.concat(words.map((word) => bytesOfName(`${word}\0`))), { mode: 0o600, flag: 'wx' })
  try {
    return openSync(path, 'r')
  } finally {
    rmSync(path)
  }
}

/** Bubblewrap reports the exit code only of a program that it could start. */
export const wasStarted = (status: string): boolean => status.includes('"exit-code"')
