// This machine as the runner's calls see it: the workspace on its disk, processes in its sandbox.

import { join } from 'node:path'
import type { SessionId } from '@countersign/protocol'
import type { Temporaries } from '../changes/staging/stage-file.ts'
import type { UndoStore } from '../changes/undo/undo-store.ts'
import { createShownBases } from '../changes/unsaved/shown-bases.ts'
import { prepareCommand } from '../commands/prepare-command.ts'
import type { CommandPlace } from '../commands/prepared-command.ts'
import { shellCall } from '../commands/shell-call.ts'
import { createResolver } from '../disk/names.ts'
import type { Machine } from '../execute/call-ports.ts'
import { createEditorHost } from '../hosts/editor/editor-host.ts'
import { createWorkspaces } from '../hosts/files/workspace-host.ts'
import { createGitHost } from '../hosts/git/git-host.ts'
import { openGitSecrets } from '../hosts/git/secrets/open-git-secrets.ts'
import { createGitShadows } from '../hosts/git/shadow/git-shadows.ts'
import { createProcessHost } from '../hosts/processes/process-host.ts'
import { createScratchHost } from '../hosts/scratch/scratch-host.ts'
import type { SearchThreads } from '../hosts/search/search-threads.ts'
import { monotonic } from '../link/clocks.ts'
import { endMarked } from '../persistent/end-tree.ts'
import { openPersistentProcesses } from '../persistent/persistent-processes.ts'
import { openTerminal } from '../persistent/terminal/open-terminal.ts'
import type { Editor } from '../ports/editor.ts'
import { type Environment, homeFolderOf, temporaryFolderOf } from '../ports/environment.ts'
import type { Logger } from '../ports/logger.ts'
import type { OpenBuffers } from '../ports/open-buffers.ts'
import type { ShellGrammar } from '../ports/shell-grammar.ts'
import { createGitIdentity } from '../programs/git-identity.ts'
import { findToolchains } from '../programs/toolchains.ts'
import { detectSandbox } from '../sandbox/detect-sandbox.ts'
import { readRecords } from '../sandbox/later-run/later-run-records.ts'
import { createLookAround } from '../sandbox/later-run/look-around.ts'
import { NOTHING_SETTLED } from '../sandbox/later-run/put-away/settle-log.ts'
import { settle } from '../sandbox/later-run/settle.ts'
import type { LookAround } from '../sandbox/later-run/watch-later-run.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { openScratchFolders } from '../sandbox/scratch/scratch-folders.ts'

export interface MachineOptions {
  /** The real path of the workspace. */
  readonly root: string
  /** Other absolute names of it, through links. */
  readonly rootNames?: readonly string[] | undefined
  readonly dataDir: string
  readonly logger: Logger
  readonly temporaries: Temporaries
  readonly undoStore: UndoStore
  readonly environment: Environment
  readonly nodePath?: string | undefined
  readonly shellGrammar: ShellGrammar
  readonly searchThreads: SearchThreads
  readonly mask: (text: string) => string
  readonly clock?: (() => number) | undefined
  /** Left out where the runner is part of no editor. */
  readonly editor?: Editor | undefined
  readonly buffers?: OpenBuffers | undefined
  /** Left out, it never is. */
  readonly isReadOnly?: (() => boolean) | undefined
  /** Found again where it is left out. */
  readonly sandbox?: Sandbox | undefined
}

/** Whatever an earlier runner left running is ended first. */
export async function openMachine(options: MachineOptions): Promise<Machine> {
  const { root, dataDir, logger, environment, temporaries, undoStore, buffers, isReadOnly = () => false } = options
  const shown = buffers && createShownBases()
  const sandbox = options.sandbox ?? (await detectSandbox({ folder: join(dataDir, 'sandbox') }))
  if (sandbox.reason) logger.warn({ reason: sandbox.reason }, 'commands run without a sandbox and are never LOW')
  if (process.getuid?.() === 0) logger.warn({ isolation: sandbox.isolation }, 'the runner was started as root; an ordinary user is safer')
  const toolchains = findToolchains({ root, path: environment.PATH, home: homeFolderOf(environment), node: options.nodePath })
  const identity = createGitIdentity({ root, toolchains, environment })
  const quarantineDir = join(dataDir, 'quarantine')
  const folders = { cacheDir: join(dataDir, 'cache'), quarantineDir, recordsDir: join(dataDir, 'before-commands') }
  const lookAround = createLookAround({ root, toolchains, environment, ...folders })
  const gitPlace = { root, sandbox, toolchains, identity, temporaryDir: temporaryFolderOf(environment) }
  const rootNames = options.rootNames ?? []
  const { temporaryDir } = gitPlace
  const { gitSecrets, readSettings } = openGitSecrets({ ...gitPlace, logger })
  const openGitShadows =
    sandbox.isolation === 'none'
      ? undefined
      : createGitShadows({
          root,
          temporaryDir,
          readSettings,
          hiddenObjects: gitSecrets.namelessFiles,
          emptyFile: sandbox.sandboxFiles.emptyFile,
        })
  const place = { root, rootNames, environment, toolchains, lookAround, openGitShadows, ...folders }
  const scratch = await openScratchFolders({ folder: join(dataDir, 'sessions'), logger, clock: monotonic })
  const scratchOf = (session: SessionId | undefined): Pick<CommandPlace, 'openScratch'> =>
    session === undefined ? {} : { openScratch: (shown) => scratch.use(session, shown) }
  const terminal = openTerminal(logger)
  const persistent = await openPersistentProcesses({
    folder: join(dataDir, 'processes'),
    isolation: sandbox.isolation,
    hasTerminal: terminal !== undefined,
    mask: options.mask,
    clock: options.clock ?? Date.now,
    logger,
    prepare: async ({ session, risk, network, hidden, mark, ...line }) => {
      const call = shellCall(line, root)
      const words = terminal?.wrap(call.words) ?? call.words
      const here = { ...place, ...scratchOf(session), risk, network, hidden, identity: await identity() }
      return prepareCommand(here, sandbox, { ...call, words, mark })
    },
  })
  await putLeftoversAway({ ...folders, ...lookAround, root, logger })
  const workspaceFor = createWorkspaces({
    root,
    threads: options.searchThreads,
    temporaries,
    buffers,
    shown,
    undoStore,
    approved: lookAround.approved,
    // Ripgrep is a program too.
    searchSandbox: () => (isReadOnly() ? undefined : sandbox),
  })
  return {
    isolation: sandbox.isolation,
    roots: [root, ...rootNames],
    isReadOnly,
    resolve: createResolver(root),
    undo: undoStore,
    gitSecrets,
    scratch: { ...scratch, reader: (session) => createScratchHost(session && scratch.find(session)) },
    workspace: workspaceFor,
    ...(options.editor && { editor: editorFor(options.editor, root, workspaceFor) }),
    readShell: () => options.shellGrammar.load(),
    git: ({ places, ...powers }) => createGitHost({ ...powers, ...gitPlace, hidden: places.hidden }),
    processes: ({ places, session, ...powers }) =>
      createProcessHost({ ...powers, ...place, ...scratchOf(session), sandbox, identity, hidden: places.hidden }),
    persistent,
  }
}

/** It reads the lines that it shows as any tool reads a file. */
function editorFor(editor: Editor, root: string, workspaceFor: Machine['workspace']): NonNullable<Machine['editor']> {
  return (powers) => createEditorHost({ ...powers, root, editor, read: (path) => workspaceFor({ ...powers, expected: {} }).read(path) })
}

interface LeftoverPlace extends LookAround {
  readonly root: string
  readonly quarantineDir: string
  readonly recordsDir: string
  readonly logger: Logger
}

/** A runner that was killed could not look at what its commands left. A sandbox ended with it; without one they may run still. */
async function putLeftoversAway({ root, quarantineDir: quarantine, recordsDir, logger, ...around }: LeftoverPlace): Promise<void> {
  const { records, unreadable } = readRecords(recordsDir, { ofRunning: true })
  if (unreadable.length > 0) logger.warn({ unreadable }, 'it is not known what commands of an earlier runner left; look for new files')
  for (const record of records) {
    if (record.mark !== undefined) await endMarked(record.mark)
    const isOurs = record.root === root
    const { away, failed } = isOurs ? await settle(record, { ...around, quarantine, madeUntil: record.aliveUntil }) : NOTHING_SETTLED
    if (failed.length === 0) record.forget()
    const names = away.map(({ name }) => name)
    if (names.length > 0)
      logger.warn({ names }, 'a command of an earlier runner made files that would be run or obeyed later; they are kept apart')
    if (failed.length > 0) logger.error({ failed }, 'files that would be run or obeyed later could not be put away; remove them')
  }
}
