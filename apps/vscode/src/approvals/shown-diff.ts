// Diffs that are open: an answer in the title is to what they show, and they close when it is given.
import { showsAll } from '@countersign/ui/following'
import * as vscode from 'vscode'
import type { FolderProject } from '../projects/folder-project.ts'
import type { Projects } from '../projects/projects.ts'
import { type Asked, approve, reject } from './answer.ts'
import { approvalOf, filesOf } from './preview-documents.ts'
import { hasUnmarkedChanges } from './unmarked-changes.ts'

export interface ShownDiffs {
  approve(uri: vscode.Uri): Promise<void>
  reject(uri: vscode.Uri): Promise<void>
}

/** `showAll` opens an approval where all of it can be read. */
export function answerShownDiffs(projects: Projects, showAll: (asked: Asked) => void): ShownDiffs {
  const answer = async (uri: vscode.Uri, send: (asked: Asked) => Promise<void>): Promise<void> => {
    const asked = find(projects, approvalOf(uri))
    // A command can also be called by a link somewhere in the editor, with an address of its choice.
    if (asked && isVisible(asked.waiting.id)) await send(asked)
  }
  return {
    approve: (uri) => answer(uri, async (asked) => (isAnsweredInDiff(asked) ? approve(asked) : showAll(asked))),
    reject: (uri) => answer(uri, reject),
  }
}

function find(projects: Projects, id: string | undefined): Asked | undefined {
  for (const project of projects.list()) {
    const waiting = project.mirror.store.getState().waiting.get(id ?? '')
    if (waiting) return { project, waiting }
  }
  return undefined
}

/** One diff shows all there is to see: its hunks are chosen there, or it is one file without a risk that has to be read about. */
export function isAnsweredInDiff({ waiting }: Asked): boolean {
  if (waiting.preview?.kind === 'review') return true
  const [file, ...others] = filesOf(waiting.preview)
  if (file === undefined || others.length > 0 || file.isCut || hasUnmarkedChanges(file.diff)) return false
  return waiting.risk_level !== 'HIGH' && showsAll(waiting)
}

/** A diff closes when its approval is settled, wherever that was. */
export function closeSettledDiffs({ mirror: { store } }: FolderProject): vscode.Disposable {
  let before = store.getState().waiting
  return {
    dispose: store.subscribe(({ waiting }) => {
      const settled = [...before.keys()].filter((id) => !waiting.has(id))
      before = waiting
      if (settled.length > 0) void vscode.window.tabGroups.close(diffsOf(settled))
    }),
  }
}

/** In one of the groups of editors, the diff of this approval is on top. */
const isVisible = (id: string): boolean => vscode.window.tabGroups.all.some(({ activeTab }) => activeTab && isDiffOf(activeTab, [id]))

const isDiffOf = ({ input }: vscode.Tab, ids: readonly string[]): boolean =>
  input instanceof vscode.TabInputTextDiff && ids.includes(approvalOf(input.modified) ?? '')

const diffsOf = (ids: readonly string[]): vscode.Tab[] =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => isDiffOf(tab, ids))
