// A command in a bubblewrap cage.
import { mkdirSync } from 'node:fs'
import { isStillHidden } from '../../sandbox/hidden-files.ts'
import { watchLaterRun } from '../../sandbox/later-run.ts'
import type { BubblewrapSandbox } from '../../sandbox/sandbox.ts'
import { SANDBOX_HOME } from '../../sandbox/sandbox-arguments.ts'
import { MAX_PROCESSES, sandboxedStart } from '../../sandbox/sandboxed-start.ts'
import { checkShown, tellHidden } from '../../sandbox/tell-hidden.ts'
import { isInside } from '../files/place.ts'
import { cleanEnvironment } from './clean-environment.ts'
import { markOf } from './end-process-tree.ts'
import type { CommandCall, CommandPlace, PreparedCommand } from './prepared-command.ts'

export function prepareCagedCommand(
  place: CommandPlace,
  sandbox: BubblewrapSandbox,
  { words, cwd, makesRepository, mark }: CommandCall,
): PreparedCommand {
  const { root, toolchains } = place
  const writable = place.risk !== 'LOW'
  const hidden = sandbox.hiddenIn(root)
  checkShown(hidden, root, cwd)
  const { gitFolders, gitFiles } = hidden
  const findRepositories = () => sandbox.hiddenIn(root)
  const later = writable
    ? watchLaterRun({ root, gitFolders, gitFiles, findRepositories, makesRepository, recordsDir: place.recordsDir })
    : undefined
  const environment = cleanEnvironment({
    from: place.environment,
    path: toolchains.path,
    home: SANDBOX_HOME,
    temporary: '/tmp',
    extra: { ...toolchains.variables, ...place.identity },
  })
  const cage = {
    root,
    ...(cwd !== undefined && { cwd }),
    writable,
    network: place.network,
    hidden,
    protectedNames: later?.present ?? [],
    // Each mount takes its time: a command that only reads starts no other program.
    toolchains: writable ? toolchains.folders : toolchains.folders.filter((folder) => isInside(folder, words[0] ?? '')),
    environment,
    cacheDir: writable ? place.cacheDir : undefined,
  }
  if (place.cacheDir !== undefined) mkdirSync(place.cacheDir, { recursive: true, mode: 0o700 })
  const start = sandboxedStart(sandbox, cage, words)
  const maxProcesses = sandbox.furniture.isRootOutside ? MAX_PROCESSES : undefined
  return {
    start: { ...start, cwd: '/', environment: mark === undefined ? {} : markOf(mark), endsWithLeader: true, maxProcesses },
    notes: tellHidden(hidden),
    hidesAll: () => isStillHidden(hidden, sandbox.hiddenIn(root)),
    settle: () => later?.settle(place.quarantineDir) ?? [],
    [Symbol.dispose]: () => {
      later?.[Symbol.dispose]()
      start[Symbol.dispose]()
    },
  }
}
