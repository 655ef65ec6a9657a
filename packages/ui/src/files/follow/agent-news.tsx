// For screen readers: which file an agent has just changed.
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useFiles } from '../state/use-files.ts'

export function AgentNews() {
  const { t } = useTranslation()
  const newest = useStore(useFiles().touching.store, (touches) => [...touches.values()].at(-1))
  return (
    <p aria-live="polite" className="sr-only">
      {newest && t(newest.what === 'deleted' ? 'files.follow.deleted' : 'files.follow.changed', { agent: newest.agent, path: newest.path })}
    </p>
  )
}
