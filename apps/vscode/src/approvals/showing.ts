// Everything that shows an approval: its diff, its review by hunk, and the page in a tab.
import * as vscode from 'vscode'
import { createApprovalPanels } from '../panel/approval-panel.ts'
import type { WebviewActions } from '../panel/webview-project.ts'
import type { FolderProject } from '../projects/folder-project.ts'
import { type Asked, findWaiting } from './answer.ts'
import { showDiff } from './diff-editor.ts'
import { openPreviewDocuments } from './preview-documents.ts'
import { openReviews } from './review.ts'
import { closeSettledDiffs, isAnsweredInDiff } from './shown-diff.ts'

export interface Showing extends vscode.Disposable {
  /** What the page asks of the editor. */
  readonly actions: WebviewActions
  /** Its diff and its card, with that on top in which it can be answered. */
  show(asked: Asked): Promise<void>
  showDiff(asked: Asked): Promise<unknown>
  /** The card alone; without an approval, all that waits. */
  showCard(project: FolderProject, approvalId?: string): void
  /** What is shown of the project closes when it is settled, and with the project. */
  follow(project: FolderProject): vscode.Disposable
}

export function createShowing(given: Omit<WebviewActions, 'showDiff'>): Showing {
  const documents = openPreviewDocuments()
  const reviews = openReviews()
  const showDiffOf = async (asked: Asked) => {
    if (asked.waiting.preview?.kind === 'review') reviews.begin(asked)
    return showDiff(asked, documents)
  }
  const showDiffById = async (project: FolderProject, id: string) => {
    const asked = findWaiting(project, (waiting) => waiting.id === id)
    if (asked) await showDiffOf(asked)
  }
  const actions = { ...given, showDiff: (project: FolderProject, id: string) => void showDiffById(project, id) }
  const panels = createApprovalPanels(actions)
  return {
    actions,
    async show(asked) {
      const isBehind = isAnsweredInDiff(asked)
      if (isBehind) panels.prepare(asked.project, asked.waiting.id)
      await showDiffOf(asked)
      if (!isBehind) panels.show(asked.project, asked.waiting.id)
    },
    showDiff: showDiffOf,
    showCard: panels.show,
    follow: (project) => vscode.Disposable.from(closeSettledDiffs(project), panels.follow(project)),
    dispose: () => vscode.Disposable.from(reviews, documents, panels).dispose(),
  }
}
