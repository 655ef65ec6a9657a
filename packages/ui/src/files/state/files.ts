// The state of the files view for one project. It is created when the view is first opened and stays while the project is open, so
// that unsaved text survives a change of view.
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { OpenProject } from '../../connection/open-project.ts'
import { newPaths } from '../agent/new-paths.ts'
import { createTouching, type Touching } from '../agent/touches.ts'
import { createDocuments, type Documents } from '../documents/documents.ts'
import { createTree, type Tree } from '../tree/tree.ts'
import { ROOT } from '../tree/tree-state.ts'
import { createWorkspaceTools, type WorkspaceTools } from '../workspace/workspace-tools.ts'
import type { Asked, Notice } from './open-question.ts'

export interface Files {
  readonly tools: WorkspaceTools
  readonly tree: Tree
  readonly documents: Documents
  readonly touching: Touching
  /** Whether the view follows the agent. */
  readonly follow: StoreApi<boolean>
  /** What was just done and can be undone. */
  readonly notice: StoreApi<Notice | undefined>
  /** The open dialog. */
  readonly asked: StoreApi<Asked | undefined>
  /** Reads the disk again: everything, or these paths. */
  refresh(paths?: readonly string[]): void
}

const known = new WeakMap<OpenProject, Files>()

export function filesOf(project: OpenProject): Files {
  const files = known.get(project) ?? createFiles(project)
  known.set(project, files)
  return files
}

function createFiles(project: OpenProject): Files {
  const { client, mirror, link } = project
  const tools = createWorkspaceTools(project)
  const tree = createTree(tools)
  const documents = createDocuments(tools)
  const readPaths = async (id: string) => pathsOfPatch((await client.getExecution({ params: { id } })).result)
  const touching = createTouching({ readPaths, clock: Date.now })
  const refresh = gathering(async (paths) => {
    await Promise.all([tree.refresh(paths), documents.look(paths)])
  })
  mirror.store.subscribe((state, before) => {
    touching.onMirror(state, before)
    if (state.news.files !== before.news.files) {
      const paths = newPaths(before.changedPaths, state.changedPaths)
      touching.onChanged(paths)
      refresh(paths)
    }
    if (state.runner?.online === true && before.runner?.online !== true) refresh([ROOT])
  })
  // Changes during a lost connection were not reported.
  link.subscribe((now, before) => now === 'online' && before === 'offline' && refresh([ROOT]))
  refresh([ROOT])
  guardUnsaved(documents, project)
  const follow = createStore(() => false)
  const notice = createStore<Notice | undefined>(() => undefined)
  const asked = createStore<Asked | undefined>(() => undefined)
  return { tools, tree, documents, touching, follow, notice, asked, refresh: (paths = [ROOT]) => refresh(paths) }
}

/** Runs one at a time; paths that arrive meanwhile are handled together afterwards. */
function gathering(act: (paths: readonly string[]) => Promise<void>): (paths: readonly string[]) => void {
  let waiting = new Set<string>()
  let isActing = false
  const run = async () => {
    isActing = true
    try {
      while (waiting.size > 0) {
        const paths = [...waiting]
        waiting = new Set()
        await act(paths)
      }
    } finally {
      isActing = false
    }
  }
  return (paths) => {
    for (const path of paths) waiting.add(path)
    if (!isActing) void run()
  }
}

/** Reports unsaved files, so that the person is asked before leaving the project. */
function guardUnsaved({ store, unsaved }: Documents, { reportUnsaved }: OpenProject): void {
  let reported: readonly string[] = []
  store.subscribe(() => {
    const paths = unsaved()
    // Every keystroke changes the store, but rarely this list.
    if (paths.length === reported.length && paths.every((path, index) => path === reported[index])) return
    reported = paths
    reportUnsaved(paths)
  })
}

interface PatchResult {
  readonly files_modified?: readonly string[]
  readonly files_created?: readonly string[]
  readonly files_renamed?: readonly { readonly to: string }[]
}

function pathsOfPatch(result: unknown): string[] {
  const { files_modified = [], files_created = [], files_renamed = [] } = (result ?? {}) as PatchResult
  return [...files_modified, ...files_created, ...files_renamed.map(({ to }) => to)]
}
