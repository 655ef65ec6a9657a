// The workspace as tools see it, on a real disk. Every use opens the object and checks what was opened: its place, its kind,
// its names. It also remembers what it read, because an answer binds the content that was shown.
import { realpathSync } from 'node:fs'
import type { PathUse } from '@countersign/policy'
import { type BaseDigests, type ExecutionId, Failure } from '@countersign/protocol'
import type { FileContent, ObjectFacts, WorkspaceChanger } from '@countersign/tools'
import { changeAll, writeOne } from '../../changes/change-all.ts'
import type { Changer } from '../../changes/changer.ts'
import { createDirectory } from '../../changes/create-directory.ts'
import { moveObject } from '../../changes/move-object.ts'
import { removeObject } from '../../changes/remove-object.ts'
import { type Temporaries, UNKEPT } from '../../changes/staging/stage-file.ts'
import { factsOf, readTree } from '../../changes/trees/read-tree.ts'
import type { Recorder, UndoStore } from '../../changes/undo/undo-store.ts'
import type { ShownBases } from '../../changes/unsaved/shown-bases.ts'
import { readUnsaved, refuseUnsaved } from '../../changes/unsaved/unsaved-content.ts'
import { failureAt, fileFailure } from '../../disk/file-failure.ts'
import { checkedPath, checkPlace, createResolver, type LocationRules, NO_LOCATION_RULES } from '../../disk/names.ts'
import { checkRegularFile, hashBytes, openObject, readObject } from '../../disk/open-object.ts'
import { openEntry } from '../../disk/open-target.ts'
import { listFolder } from '../../disk/walk/list-folder.ts'
import type { OpenBuffers } from '../../ports/open-buffers.ts'
import type { ApprovedFiles } from '../../sandbox/later-run/approved-files.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { listInThread } from '../search/list-in-thread.ts'
import { searchWorkspace } from '../search/search-host.ts'
import type { SearchThreads } from '../search/search-threads.ts'

export interface WorkspaceHostOptions {
  readonly root: string
  /** From the clearance: the content that each written file must have. Empty: nothing is bound. */
  readonly expected?: BaseDigests
  readonly temporaries?: Temporaries
  /** Writes down what is changed. Without it nothing can be changed. */
  readonly recorder?: Recorder | undefined
  /** Stops the reading of what is to be moved or deleted. */
  readonly signal?: AbortSignal | undefined
  readonly threads: SearchThreads
  /** What ripgrep is sandboxed with; without it a search does without ripgrep. */
  readonly sandbox?: Sandbox | undefined
  /** What rules say to the places that are really reached. */
  readonly places?: LocationRules
  /** Files that an editor has open with unsaved changes. */
  readonly buffers?: OpenBuffers | undefined
  /** Where what is read for a preview is remembered. */
  readonly shown?: ShownBases | undefined
}

export interface Seen {
  /** By requested and by resolved name; null where there was no file. */
  readonly base_digests: BaseDigests
  readonly resolved_paths: Record<string, string>
  /** Those of them that are folders, by requested name; left out where there is none. */
  readonly folders?: string[]
}

export interface WorkspaceHost extends WorkspaceChanger {
  readonly root: string
  /** What was read so far, for the preview's digests. */
  seen(): Seen
}

interface WorkspacesOptions extends Pick<WorkspaceHostOptions, 'root' | 'threads' | 'temporaries' | 'buffers' | 'shown'> {
  /** Asked for each call: where no program may run, a search does without ripgrep. */
  readonly searchSandbox: () => Sandbox | undefined
  readonly undoStore: UndoStore
  /** Told what calls write, before they do. */
  readonly approved: Pick<ApprovedFiles, 'add'>
}

interface BoundCall extends Pick<WorkspaceHostOptions, 'expected' | 'signal' | 'places'> {
  /** By which its changes are kept for an undo; without it nothing can be changed. */
  readonly call?: ExecutionId | undefined
  /** When the journal has the call on the disk: nothing is changed before. */
  readonly begun?: Promise<void> | undefined
}

/** A workspace for each call, which keeps what the call changes for an undo. */
export const createWorkspaces =
  ({ undoStore, approved, searchSandbox, ...shared }: WorkspacesOptions) =>
  ({ call, begun, ...bound }: BoundCall): WorkspaceHost => {
    const recorder: Recorder | undefined = call && {
      carryOut(plan, apply) {
        approved.add(plan.steps)
        return undoStore.recorderFor(call, begun).carryOut(plan, apply)
      },
    }
    return createWorkspaceHost({ ...bound, ...shared, sandbox: searchSandbox(), recorder })
  }

export function createWorkspaceHost(options: WorkspaceHostOptions): WorkspaceHost {
  const root = realpathSync.native(options.root)
  const { expected = {}, temporaries = UNKEPT, recorder = NO_RECORDER, signal, places = NO_LOCATION_RULES } = options
  const { buffers, shown } = options
  const changer: Changer = { root, expected, temporaries, recorder, signal, places, buffers, shown }
  const resolve = createResolver(root)
  const seen: { base_digests: BaseDigests; resolved_paths: Record<string, string>; folders?: string[] } = {
    base_digests: {},
    resolved_paths: {},
  }

  function remember(path: string, resolved: string, digest: string | null): void {
    seen.resolved_paths[path] = resolved
    for (const name of [path, resolved]) seen.base_digests[name] = digest
  }

  async function read(requested: string): Promise<FileContent> {
    const path = checkedPath(requested, 'read')
    try {
      using object = openObject(`${root}/${path}`)
      const resolved = checkPlace(root, object.place, path, 'read')
      places.check(resolved)
      checkRegularFile(object.stats, path)
      const unsaved = buffers && readUnsaved(buffers, resolved)
      const bytes = unsaved?.bytes ?? (await readObject(object, path))
      const digest = await hashBytes(bytes)
      remember(path, resolved, digest)
      if (!options.recorder) shown?.remember(digest, bytes)
      return { bytes, size: bytes.length, ...(unsaved && { isUnsaved: true }) }
    } catch (error) {
      throw explain(error, path)
    }
  }

  /** A link that cannot be followed still leads somewhere: outside is told apart from missing and forbidden. */
  function explain(error: unknown, path: string): unknown {
    const resolved = error instanceof Failure ? undefined : resolve(path)
    return resolved && 'outside' in resolved ? failureAt('PATH_OUTSIDE_WORKSPACE', path, undefined, error) : fileFailure(error, path)
  }

  async function readIfPresent(requested: string): Promise<FileContent | undefined> {
    try {
      return await read(requested)
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'FILE_NOT_FOUND') throw error
      const path = checkedPath(requested, 'read')
      const resolved = resolve(path)
      remember(path, resolved && 'path' in resolved ? resolved.path : path, null)
      return undefined
    }
  }

  async function inspect(requested: string): Promise<ObjectFacts | undefined> {
    const path = checkedPath(requested, 'delete')
    try {
      using entry = openEntry(root, path, 'delete')
      const { way, name, object, resolved } = entry
      places.check(resolved)
      if (buffers) refuseUnsaved(buffers, resolved)
      const tree = object && (await readTree({ folder: way.folder, name, object, path: resolved }, { signal, places }))
      remember(path, resolved, tree?.digest ?? null)
      if (tree?.kind === 'directory') seen.folders = [...(seen.folders ?? []), path]
      return tree && factsOf(tree)
    } catch (error) {
      throw fileFailure(error, path)
    }
  }

  return {
    root,
    read,
    readIfPresent,
    list: async (request) => {
      const listed = { ...request, path: checkedPath(request.path, 'list') }
      // One folder is read here: a thread would cost more than it spares.
      if (!request.recursive) return listFolder(root, listed, places)
      return listInThread({ root, threads: options.threads, places, signal: signal ?? NEVER }, listed)
    },
    search: async (request) => {
      const path = checkedPath(request.path, 'search')
      try {
        return await searchWorkspace({ root, threads: options.threads, sandbox: options.sandbox, places }, { ...request, path })
      } catch (error) {
        throw explain(error, path)
      }
    },
    inspect,
    write: (path, make) => withPath(path, async () => writeOne(changer, checkedPath(path, 'write'), make)),
    changeAll: (paths, make) => withPath(paths.join(', '), async () => changeAll(changer, checkedEach(paths, 'write'), make)),
    createDirectory: (path) => withPath(path, async () => createDirectory(changer, checkedPath(path, 'create_directory'))),
    move: ({ from, to, overwrite }) =>
      withPath(from, async () => moveObject(changer, { from: checkedPath(from, 'move'), to: checkedPath(to, 'write'), overwrite })),
    remove: ({ path, recursive }) => withPath(path, async () => removeObject(changer, { path: checkedPath(path, 'delete'), recursive })),
    seen: () => structuredClone(seen),
  }
}

/** Whatever the disk says on the way is said of the path. */
const withPath = <T>(path: string, change: () => Promise<T>): Promise<T> =>
  change().catch((error: unknown) => {
    throw fileFailure(error, path)
  })

/** Of a host that belongs to no call. */
const NEVER = new AbortController().signal

const NO_RECORDER: Recorder = { carryOut: () => Promise.reject(new Error('this host only reads: it has no record of changes')) }

/** Names come back to the caller as it gave them, so they must be in their plain form already. */
function checkedEach(paths: readonly string[], use: PathUse): readonly string[] {
  for (const path of paths) if (checkedPath(path, use) !== path) throw failureAt('INVALID_PATH', path, 'file.plain-form')
  return paths
}
