// Asks which project to open; a single project opens at once.
import type { Client } from '@countersign/client'
import type { Project } from '@countersign/protocol'
import { FolderOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/controls/button.tsx'

export interface ChooseProjectProps {
  readonly client: Client
  readonly onChoose: (projectId: string) => void
  readonly onFailed: (error: unknown) => void
}

export function ChooseProject({ client, onChoose, onFailed }: ChooseProjectProps) {
  const { t } = useTranslation()
  const [projects, setProjects] = useState<readonly Project[]>()
  useEffect(() => {
    const show = (found: readonly Project[]) => {
      const [first, second] = found
      if (first && !second) onChoose(first.id)
      else setProjects(found)
    }
    client.listProjects({ query: { limit: 200 } }).then(({ projects: found }) => show(found), onFailed)
  }, [client, onChoose, onFailed])
  if (!projects) return <p className="p-4 text-muted">{t('app.loading')}</p>
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-3 p-4">
      <h1 className="text-xl font-semibold">{t('app.chooseProject.title')}</h1>
      {projects.length === 0 && <p>{t('app.chooseProject.none')}</p>}
      {projects.map(({ id, name }) => (
        <Button key={id} className="justify-start" onClick={() => onChoose(id)}>
          <FolderOpen size={16} aria-hidden />
          {name}
        </Button>
      ))}
    </main>
  )
}
