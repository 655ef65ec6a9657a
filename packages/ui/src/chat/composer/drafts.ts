// What was written and not sent yet, for each conversation: it survives a reload and a look elsewhere, and ends with the tab.
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useProject } from '../../connection/project-context.ts'

const keyOf = (projectId: string, sessionId: string): string => `countersign.draft.${projectId}.${sessionId}`

/** What this page has changed; the rest is as it was stored. */
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
