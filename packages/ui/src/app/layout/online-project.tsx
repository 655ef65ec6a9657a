// Offers another project whose runner is online when the open one has none. It is looked for repeatedly: after a restart the page
// is back before the runner.
import { type Client, RefusedRequest, ServerUnreachable } from '@countersign/client'
import type { Project } from '@countersign/protocol'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../connection/project-context.ts'
import { Button } from '../../shared/controls/button.tsx'

const LOOK_MILLISECONDS = 5_000
const MAX_PROJECTS = 30

export function OnlineProject({ onSwitch }: { readonly onSwitch: (projectId: string) => void }) {
  const { t } = useTranslation()
  const { client, projectId } = useProject()
  const [other, setOther] = useState<Project>()
  useEffect(() => {
    let isGone = false
    const look = () =>
      findOnline(client, projectId).then(
        (found) => isGone || setOther(found),
        // The connection banner shows it; the next attempt may succeed.
        (error: unknown) => {
          if (!(error instanceof RefusedRequest || error instanceof ServerUnreachable)) throw error
        },
      )
    void look()
    const timer = setInterval(() => void look(), LOOK_MILLISECONDS)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [client, projectId])
  if (!other) return null
  return (
    <Button className="ml-auto shrink-0" onClick={() => onSwitch(other.id)}>
      {t('app.runner.openOnline', { name: other.name })}
    </Button>
  )
}

async function findOnline(client: Client, openId: string): Promise<Project | undefined> {
  const { projects } = await client.listProjects({ query: { limit: MAX_PROJECTS } })
  for (const { id } of projects.filter((project) => project.id !== openId)) {
    const { project } = await client.getProject({ params: { p: id } })
    if (project.runner?.online) return project
  }
  return undefined
}
