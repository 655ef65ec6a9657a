// A command in a bubblewrap sandbox.

import { mkdirSync } from 'node:fs'
import { basename } from 'node:path'
import { noteLine, sentence } from '@countersign/protocol'
import { isInside } from '../disk/names.ts'
import { cleanEnvironment } from '../programs/clean-environment.ts'
import { markOf } from '../programs/end-process-tree.ts'
import { checkShown, describeHidden } from '../sandbox/covers/describe-hidden.ts'
import { type HiddenFiles, isStillHidden } from '../sandbox/covers/hidden-files.ts'
import { createLookAround } from '../sandbox/later-run/look-around.ts'
import { NOTHING_SETTLED } from '../sandbox/later-run/put-away/settle-log.ts'
import { type LaterRun, watchLaterRun } from '../sandbox/later-run/watch-later-run.ts'
import type { BubblewrapSandbox } from '../sandbox/sandbox.ts'
import { isOutside, SANDBOX_HOME } from '../sandbox/sandbox-arguments.ts'
import { MAX_PROCESSES, sandboxedStart } from '../sandbox/sandboxed-start.ts'
import type { ScratchUse } from '../sandbox/scratch/scratch-folders.ts'
import { READ_ONLY, type WritablePlan } from '../sandbox/writable-plan.ts'
import type { CommandCall, CommandPlace, PreparedCommand } from './prepared-command.ts'

/** Each has mounts of its own; of further ones it is only noticed when another takes their place. */
const MAX_REPOSITORIES = 50

/** Git must work, also where a file leads to its folder. */
const forGit = (hidden: HiddenFiles, { repositories }: LaterRun): HiddenFiles => ({
  ...hidden,
  files: hidden.files.filter((name) => basename(name) !== '.git'),
  gitFolders: repositories.slice(0, MAX_REPOSITORIES),
})

/** Every `.git` that is not hidden with the folder that it lies in. */
export const gitNamesIn = (hidden: HiddenFiles): string[] =>
  [...hidden.gitFolders, ...hidden.files.filter((name) => basename(name) === '.git')].filter(isOutside({ ...hidden, files: [] }))

/** A command that only reads has nothing that could run later, and no use for the cache. */
const planFor = ({ cacheDir }: CommandPlace, later: LaterRun | undefined): WritablePlan =>
  later ? { workspace: 'writable', protectedNames: later.held, outsideFolders: later.outside, cacheDir } : READ_ONLY

/** What only reads gets a `/tmp` where it may be told to write to it: a shell line, or the session's own. */
const temporaryFor = (scratch: ScratchUse | undefined, startsPrograms: boolean): WritablePlan['temporary'] =>
  scratch ?? (startsPrograms ? 'memory' : undefined)

/** A repository in there has settings that nobody looked through, and git would obey them. */
const isUnsafeForGit = (scratch: ScratchUse | undefined): boolean => (scratch?.repositories.length ?? 0) > 0

/** No commit in the place of another, nothing fetched on the way, no attributes of the machine. */
const GIT_WITHOUT_SURPRISES = { GIT_NO_REPLACE_OBJECTS: '1', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_ATTR_NOSYSTEM: '1' }

const NOT_FOR_GIT = noteLine(sentence('note.git-sees-empty-folder', { folder: '/tmp' }))

export async function prepareSandboxedCommand(
  place: CommandPlace,
  sandbox: BubblewrapSandbox,
  { words, cwd, makesRepository, mark, startsPrograms = false, usesGit = false }: CommandCall,
): Promise<PreparedCommand> {
  const { root, toolchains, recordsDir } = place
  const mayWrite = place.risk !== 'LOW'
  await sandbox.lookAhead(root, place.hidden)
  const around = place.lookAround ?? createLookAround(place)
  const quarantine = place.quarantineDir
  const later = mayWrite ? await watchLaterRun({ ...around, root, canHold: true, quarantine, recordsDir, makesRepository }) : undefined
  using unstarted = new DisposableStack()
  if (later) unstarted.use(later)
  using failed = new DisposableStack()
  failed.defer(() => later?.abandon())
  // Last, so that as little as possible changes before it is covered.
  const hidden = sandbox.hiddenIn(root, place.hidden)
  checkShown(hidden, root, cwd)
  const environment = cleanEnvironment({
    from: place.environment,
    path: toolchains.path,
    home: SANDBOX_HOME,
    temporary: '/tmp',
    extra: { ...toolchains.variables, ...place.identity },
  })
  // Each mount takes its time: a program that only reads starts no other.
  const needsAll = mayWrite || startsPrograms
  const folders = needsAll ? toolchains.folders : toolchains.folders.filter((folder) => isInside(folder, words[0] ?? ''))
  const plan = planFor(place, later)
  const { rootNames = [] } = place
  const shadows = !mayWrite && usesGit ? await place.openGitShadows?.(gitNamesIn(hidden), cwd ?? root) : undefined
  if (shadows) unstarted.use(shadows)
  const scratch = place.openScratch?.({
    mounted: [...toolchains.folders, ...plan.outsideFolders, ...(shadows?.mounts ?? []).map(({ to }) => to)],
    root,
    rootNames,
  })
  if (scratch) unstarted.use(scratch)
  const isApart = shadows !== undefined && isUnsafeForGit(scratch)
  const request = {
    root,
    rootNames,
    ...(cwd !== undefined && { cwd }),
    plan: { ...plan, startsPrograms, temporary: temporaryFor(isApart ? undefined : scratch, startsPrograms || isApart) },
    network: place.network,
    hidden: later ? forGit(hidden, later) : hidden,
    toolchains: folders,
    environment: shadows ? { ...environment, ...GIT_WITHOUT_SURPRISES } : environment,
    // Always, since git may be started in a way that its name does not show.
    ...(!mayWrite && { overlays: [{ from: sandbox.sandboxFiles.gitConfig, to: '/etc/gitconfig' }, ...(shadows?.mounts ?? [])] }),
  }
  if (place.cacheDir !== undefined) mkdirSync(place.cacheDir, { recursive: true, mode: 0o700 })
  const start = unstarted.use(sandboxedStart(sandbox, request, words))
  const maxProcesses = sandbox.sandboxFiles.isRootOutside ? MAX_PROCESSES : undefined
  const ending = unstarted.move()
  failed.move()
  return {
    start: { ...start, cwd: '/', environment: mark === undefined ? {} : markOf(mark), endsWithLeader: true, maxProcesses },
    notes: describeHidden(hidden) + (shadows?.notes ?? '') + (isApart ? NOT_FOR_GIT : ''),
    scratch,
    hidesAll: () => isStillHidden(hidden, sandbox.hiddenIn(root, place.hidden)) && (shadows?.isSame() ?? true),
    settle: async () => (await later?.settle()) ?? NOTHING_SETTLED,
    settleMeanwhile: async () => (await later?.settleMeanwhile()) ?? NOTHING_SETTLED,
    [Symbol.dispose]: () => ending.dispose(),
  }
}
