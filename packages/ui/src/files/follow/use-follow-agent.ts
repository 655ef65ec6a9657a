// With the switch on, the view opens each file that an agent has just changed and marks what is new. Unsaved text of the person is
// never touched: the disk bar asks then.
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { OpenProject } from '../../connection/open-project.ts'
import { useProject } from '../../connection/project-context.ts'
import { goTo } from '../../shared/browser/route.ts'
import type { Touch } from '../agent/touches.ts'
import { readDiffMarks } from '../editor/diff-marks.ts'
import type { Files } from '../state/files.ts'
import { useFiles } from '../state/use-files.ts'
import { parentOf } from '../tree/tree-state.ts'

export function useFollowAgent(): void {
  const files = useFiles()
  const project = useProject()
  const isFollowing = useStore(files.follow)
  useEffect(() => {
    if (!isFollowing) return
    return files.touching.store.subscribe((touches) => {
      const newest = [...touches.values()].at(-1)
      if (newest?.what === 'changed' && !isFolder(files, newest.path)) void show(files, project, newest)
    })
  }, [files, project, isFollowing])
}

async function show({ documents, tools }: Files, project: OpenProject, touch: Touch): Promise<void> {
  const { path } = touch
  const isOpen = documents.store.getState().has(path)
  goTo('files', path)
  if (isOpen) return documents.reloadIfClean(path)
  await documents.open(path)
  const diff = (await shownDiff(project, touch)) ?? (await gitDiff(tools, path))
  if (diff !== undefined) documents.buffer(path)?.mark(readDiffMarks(diff))
}

/** The diff that the person approved. */
async function shownDiff({ client, projectId }: OpenProject, { callId, path }: Touch): Promise<string | undefined> {
  const { approval } = await client.getRecord({ params: { p: projectId, id: callId } })
  return approval?.preview?.kind === 'diff' ? approval.preview.files.find((file) => file.path === path)?.diff : undefined
}

/** A call that needed no approval had no preview: the diff is against the last commit. */
async function gitDiff(tools: Files['tools'], path: string): Promise<string | undefined> {
  const found = await tools.call<{ diff: string }>('git.diff', { path })
  return found.ok ? found.result.diff : undefined
}

const isFolder = ({ tree }: Files, path: string): boolean =>
  tree.store
    .getState()
    .folders.get(parentOf(path))
    ?.entries.some((entry) => entry.path === path && entry.type === 'directory') ?? false
