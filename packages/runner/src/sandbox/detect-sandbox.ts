// Whether commands can be sandboxed here. Nothing is believed: a tiny command is really run in the real sandbox, once.
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { createHiddenTest } from '@countersign/policy'
import { createHiddenFiles, type HiddenFinder } from './covers/hidden-files.ts'
import type { BubblewrapSandbox, NoSandbox, Sandbox } from './sandbox.ts'
import { writeSandboxFiles } from './sandbox-files.ts'
import { trySandbox } from './try-sandbox.ts'

const MAX_FINDERS = 4

const BWRAP_PLACES = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap', '/run/current-system/sw/bin/bwrap']

export interface DetectionOptions {
  /** The caller's own: the files that every sandbox shows are written there. */
  readonly folder: string
}

export async function detectSandbox({ folder }: DetectionOptions): Promise<Sandbox> {
  if (process.platform !== 'linux') return none('commands are sandboxed on Linux only, for now')
  const bwrapPath = BWRAP_PLACES.find((path) => existsSync(path))
  if (!bwrapPath) return none('bubblewrap (bwrap) is not installed')
  const finders = new Map<string, HiddenFinder>()
  const finderFor = (root: string, globs: readonly string[] = []): HiddenFinder => {
    const key = JSON.stringify([root, ...globs])
    const finder = finders.get(key) ?? createHiddenFiles(root, createHiddenTest(globs))
    // Rules change now and then: the oldest finding is forgotten.
    finders.delete(key)
    finders.set(key, finder)
    for (const old of [...finders.keys()].slice(0, -MAX_FINDERS)) finders.delete(old)
    return finder
  }
  const sandbox: BubblewrapSandbox = {
    isolation: 'sandbox',
    bwrapPath,
    sandboxFiles: writeSandboxFiles(folder),
    prlimitPath: ['/usr/bin/prlimit'].find((path) => existsSync(path)),
    hiddenIn: (root, globs) => finderFor(root, globs).find(),
    hiddenInTurns: (root, globs) => finderFor(root, globs).findInTurns(),
    async lookAhead(root, globs) {
      const finder = finderFor(root, globs)
      if (finder.isFirst()) await finder.findInTurns()
    },
  }
  const problem = await tryOnce(sandbox)
  return problem === undefined ? sandbox : none(`bubblewrap does not work here: ${problem}`)
}

const none = (reason: string): NoSandbox => ({ isolation: 'none', reason })

async function tryOnce(sandbox: BubblewrapSandbox): Promise<string | undefined> {
  const root = mkdtempSync(join(sandbox.sandboxFiles.folder, 'try-'))
  try {
    return await trySandbox(sandbox, root)
  } finally {
    rmdirSync(root)
  }
}
