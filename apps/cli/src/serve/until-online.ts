// Waits until the runner of a local server is online, so that "ready" means that a call can run.
import { createClient } from '@countersign/client'
import type { LocalAccess } from '@countersign/server'

const RUNNER_MILLISECONDS = 20_000
const LOOK_MILLISECONDS = 20

export interface Awaited {
  readonly url: string
  readonly local: LocalAccess
}

/** Returns its isolation. */
export async function untilOnline({ url, local }: Awaited, stop: AbortSignal): Promise<string | undefined> {
  const client = createClient({ url, token: local.token('operator') })
  const deadline = Date.now() + RUNNER_MILLISECONDS
  while (Date.now() < deadline) {
    // No runner is online at once: meanwhile the server answers its first requests.
    await new Promise((resume) => setTimeout(resume, LOOK_MILLISECONDS))
    const { project } = await client.getProject({ params: { p: local.projectId } })
    if (project.runner?.online) return project.runner.isolation
    if (stop.aborted) return undefined
  }
  process.stderr.write('warning: the runner did not come online yet; calls wait for it\n')
  return undefined
}
