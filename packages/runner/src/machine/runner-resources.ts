// What a runner opens before its first call, whoever gives it the calls: its data folder with lock, journal and outbox, its rules,
// and the machine. Everything that it needs of the process around it is handed in.
import { createMasker, type Masker, type Rule } from '@countersign/policy'
import { openTemporaries, type Temporaries } from '../changes/staging/stage-file.ts'
import { openUndoStore, type UndoStore } from '../changes/undo/undo-store.ts'
import { readRunnerRules } from '../clearance/runner-rules.ts'
import { type DataFolder, openDataFolder } from '../data/data-folder.ts'
import { type Journal, type Outbox, openJournal, openOutbox } from '../data/journal.ts'
import { lockByProcess } from '../data/process-lock.ts'
import { secretValues } from '../data/secret-values.ts'
import { checkWorkspaceRoot, namesOfRoot } from '../disk/workspace-root.ts'

import type { Machine } from '../execute/call-ports.ts'

import { createSearchThreads } from '../hosts/search/search-threads.ts'
import type { Editor } from '../ports/editor.ts'
import { type Environment, homeFolderOf } from '../ports/environment.ts'

import type { RunnerFaults } from '../ports/fault-points.ts'
import type { LockFolder } from '../ports/folder-lock.ts'
import { errorFields, type Logger } from '../ports/logger.ts'
import type { OpenBuffers } from '../ports/open-buffers.ts'
import type { ShellGrammar } from '../ports/shell-grammar.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { openMachine } from './machine.ts'

export interface ResourceOptions {
  readonly workspace: string
  readonly dataDir: string
  /** The server's project; left out where the calls come from a parent. */
  readonly projectId?: string | undefined
  readonly logger: Logger
  /** A file with rules of this runner's own, besides `runner.toml` of its data folder; they can only tighten. */
  readonly rulesFile?: string | undefined
  readonly clock?: (() => number) | undefined
  readonly faults?: RunnerFaults | undefined
  /** What commands are sandboxed with; detected where it is left out. */
  readonly sandbox?: Sandbox | undefined
  /** Where programs and languages are found; values of secrets in it are masked in output. */
  readonly environment: Environment
  /** A Node that commands may use as a last resort; left out inside a program that is no plain Node. */
  readonly nodePath?: string | undefined
  /** Reads shell lines; loaded when the first one comes. */
  readonly shellGrammar: ShellGrammar
  /** The file that a thread of a search runs: search-worker.ts, or what it was built into. */
  readonly searchWorker: URL
  /** The editor that the runner is part of; left out, there are no `ide.*` tools. */
  readonly editor?: Editor | undefined
  /** Files that are open there with unsaved changes. */
  readonly buffers?: OpenBuffers | undefined
  /** Asked at every call and hello: while it is true, only what reads and starts no program is offered and run. */
  readonly isReadOnly?: (() => boolean) | undefined
  /** Keeps a second runner out of the data folder; a file that names the process where it is left out. */
  readonly lockFolder?: LockFolder | undefined
}

export interface RunnerResources {
  /** Its real path. */
  readonly workspace: string
  readonly folder: DataFolder
  readonly machine: Machine
  readonly journal: Journal
  readonly outbox: Outbox
  readonly masker: Masker
  /** The runner's own. */
  readonly rules: readonly Rule[]
}

/** `secrets` are masked in output besides what the environment holds. What it opens is closed with `opening`. */
export async function openRunnerResources(
  opening: AsyncDisposableStack,
  options: ResourceOptions,
  secrets: readonly string[],
): Promise<RunnerResources> {
  const { dataDir, logger, environment, clock = Date.now, lockFolder = lockByProcess } = options
  const workspace = checkWorkspaceRoot(options.workspace, { dataDir, home: homeFolderOf(environment) })
  const folder = openDataFolder(dataDir, { workspace, project: options.projectId ?? null }, { clock, lockFolder })
  opening.defer(() => folder.lock.release())
  const rules = readRules(options, workspace, folder)
  const temporaries = opening.use(openTemporaries(folder.temporariesPath))
  if (temporaries.removed.length > 0) logger.warn({ files: temporaries.removed }, 'files that a crash left half written are removed')
  const undoStore = opening.use(await openUndo(options, { workspace, folder, temporaries }))
  const masker = createMasker({ knownValues: [...secrets, ...secretValues(environment)] })
  const machine = await openMachine({
    root: workspace,
    rootNames: namesOfRoot(workspace, [options.workspace, environment.PWD]),
    dataDir: folder.path,
    logger,
    environment,
    nodePath: options.nodePath,
    shellGrammar: options.shellGrammar,
    searchThreads: opening.use(createSearchThreads(options.searchWorker)),
    temporaries,
    undoStore,
    clock,
    mask: masker.maskLines,
    sandbox: options.sandbox,
    editor: options.editor,
    buffers: options.buffers,
    isReadOnly: options.isReadOnly,
  })
  // Processes end before what they use is removed.
  opening.use(machine.scratch)
  opening.use(machine.persistent)
  opening.use(machine.gitSecrets)
  const onUnreadable = (lines: number) => logger.warn({ lines }, 'lines were cut off by a crash and are passed over')
  const outbox = opening.adopt(openOutbox(folder.outboxPath, onUnreadable), (open) => open.close())
  const journal = opening.adopt(openJournal({ path: folder.journalPath, clock, hasResult: outbox.has, onUnreadable }), (open) =>
    open.close(),
  )
  return {
    workspace,
    folder,
    machine,
    journal,
    outbox,
    masker,
    rules,
  }
}

interface UndoParts {
  readonly workspace: string
  readonly folder: DataFolder
  readonly temporaries: Temporaries
}

/** What a kill left half done is settled before anything new begins. */
async function openUndo({ logger, faults, buffers }: ResourceOptions, { workspace, folder, temporaries }: UndoParts): Promise<UndoStore> {
  const onUnreadable = (lines: number) => logger.warn({ lines }, 'lines of the undo records were cut off by a crash and are passed over')
  const onStuck = (tool_id: string, error: unknown) =>
    logger.error({ tool_id, ...errorFields(error) }, 'a failed change could not be put back')
  const store = openUndoStore({ folder: folder.undoPath, root: workspace, temporaries, buffers, faults, onUnreadable, onStuck })
  for (const recovered of await store.recover()) logger.warn({ ...recovered }, 'a change that a crash cut off is settled')
  return store
}

function readRules({ rulesFile, logger }: ResourceOptions, workspace: string, folder: DataFolder): readonly Rule[] {
  const rules = readRunnerRules({ workspace, own: folder.rulesPath, given: rulesFile })
  if (rules.length > 0) logger.info({ rules: rules.map(({ name }) => name) }, 'rules of this runner are in force')
  return rules
}
