// Runs one program in a test's workspace through the real process host.

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandOutcome } from '@countersign/tools'
import type { ProcessHostOptions } from '../../src/hosts/index.ts'
import { detectSandbox, type Sandbox } from '../../src/sandbox/index.ts'
import { createTestProcessHost } from './create-host.ts'

/** In one folder for all tests, which end without a chance to tidy up. */
export const detectTestSandbox = (): Promise<Sandbox> =>
  detectSandbox({ folder: join(tmpdir(), `countersign-test-sandbox-${process.getuid?.()}`) })

export interface RunOptions extends Partial<ProcessHostOptions> {
  readonly sandbox: Sandbox
  readonly root: string
  readonly seconds?: number
  readonly silenceSeconds?: number
}

export const runIn =
  (options: RunOptions) =>
  (command: string, ...args: string[]): Promise<CommandOutcome> => {
    const { signal } = new AbortController()
    const host = createTestProcessHost({ risk: 'MEDIUM', network: false, signal, ...options })
    return host.run({
      command,
      args,
      timeoutSeconds: options.seconds ?? 20,
      ...(options.silenceSeconds && { silenceSeconds: options.silenceSeconds }),
    })
  }
