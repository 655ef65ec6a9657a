// What was written and not sent yet, for each conversation: it survives a reload and a look elsewhere, and ends with the tab.
import { useState } from 'react'
import { useProject } from '../../connection/project-context.ts'

const keyOf = (projectId: string, sessionId: string): string => `countersign.draft.${projectId}.${sessionId}`

export function useDraft(sessionId: string): readonly [text: string, setText: (text: string) => void] {
  const key = keyOf(useProject().projectId, sessionId)
  const [draft, setDraft] = useState({ key, text: readDraft(key) })
  const text = draft.key === key ? draft.text : readDraft(key)
  const setText = (changed: string) => {
    if (changed === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, changed)
    setDraft({ key, text: changed })
  }
  return [text, setText]
}

const readDraft = (key: string): string => sessionStorage.getItem(key) ?? ''
