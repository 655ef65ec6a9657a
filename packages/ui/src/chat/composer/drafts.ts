// Unsent messages by conversation. They survive a reload and a change of view, and end with the tab.
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useProject } from '../../connection/project-context.ts'

const keyOf = (projectId: string, sessionId: string): string => `countersign.draft.${projectId}.${sessionId}`

/** Drafts changed in this page; the rest is in the storage. */
const drafts = createStore<ReadonlyMap<string, string>>(() => new Map())

export function useDraft(sessionId: string): readonly [text: string, setText: (text: string) => void] {
  const key = keyOf(useProject().projectId, sessionId)
  const text = useStore(drafts, (changed) => changed.get(key) ?? readDraft(key))
  return [text, (changed) => writeDraft(key, changed)]
}

function writeDraft(key: string, text: string): void {
  if (text === '') sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, text)
  drafts.setState((before) => new Map(before).set(key, text), true)
}

const readDraft = (key: string): string => sessionStorage.getItem(key) ?? ''
