// With the switch on, the view goes to each file that an agent has just changed, shows it as it is now and marks what is new.
// Text that the person has not saved is never touched: the bar about the disk asks then.
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { goTo } from '../../app/route.ts'
import { useProject } from '../../connection/project-context.ts'
import type { Waiting } from '../../mirror/waiting.ts'
import { marksOfDiff } from '../editor/marks-of-diff.ts'
import type { Files } from '../files.ts'
import { parentOf } from '../tree/tree-state.ts'
import { useFiles } from '../use-files.ts'
import type { Touch } from './touches.ts'

const KEPT_PREVIEWS = 64

export function useFollowAgent(): void {
  const files = useFiles()
  const { mirror } = useProject()
  const isFollowing = useStore(files.follow)
  useEffect(() => {
    if (!isFollowing) return
    const previews = new Map<string, Waiting['preview']>()
    const keep = ({ waiting }: ReturnType<typeof mirror.store.getState>) => {
      for (const { tool_id, preview } of waiting.values()) previews.set(tool_id, preview)
      for (const oldest of [...previews.keys()].slice(0, -KEPT_PREVIEWS)) previews.delete(oldest)
    }
    keep(mirror.store.getState())
    const stopKeeping = mirror.store.subscribe(keep)
    const stopFollowing = files.touching.store.subscribe((touches) => {
      const newest = [...touches.values()].at(-1)
      if (newest?.what === 'changed' && !isFolder(files, newest.path))
        void show(files, newest, diffOf(previews.get(newest.callId), newest.path))
    })
    return () => {
      stopKeeping()
      stopFollowing()
    }
  }, [files, mirror, isFollowing])
}

async function show(files: Files, { path }: Touch, diff: string | undefined): Promise<void> {
  const { documents, gate } = files
  const isOpen = documents.store.getState().has(path)
  goTo('files', path)
  if (isOpen) return documents.reloadIfClean(path)
  await documents.open(path)
  const known = diff ?? (await diffOfGit(gate, path))
  if (known !== undefined) documents.buffer(path)?.mark(marksOfDiff(known))
}

/** What the person was shown before they said yes. */
function diffOf(preview: Waiting['preview'] | undefined, path: string): string | undefined {
  return preview?.kind === 'diff' ? preview.files.find((file) => file.path === path)?.diff : undefined
}

/** A call that nobody was asked about had no preview: against the last commit, then. */
async function diffOfGit(gate: Files['gate'], path: string): Promise<string | undefined> {
  const found = await gate.call<{ diff: string }>('git.diff', { path })
  return found.ok ? found.result.diff : undefined
}

const isFolder = ({ tree }: Files, path: string): boolean =>
  tree.store
    .getState()
    .folders.get(parentOf(path))
    ?.entries.some((entry) => entry.path === path && entry.type === 'directory') ?? false
