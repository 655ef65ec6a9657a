// What a person may change of a session while it lasts and afterwards: its title and the model of the turns that follow.
import { Failure, type Session } from '@countersign/protocol'
import { type Core, commit } from '../core.ts'

export interface SessionChange {
  readonly title?: string | undefined
  readonly model?: string | null | undefined
}

export const changeSession = (core: Core, { id, project_id }: Session, { title, model }: SessionChange): Promise<Session> =>
  commit(core, 'session', project_id, async ({ tx }) => {
    const current = await tx.sessions.get(id)
    if (!current) throw new Failure('NOT_FOUND', { subject: 'session' })
    const changed = { ...current, ...(title !== undefined && { title }), ...(model !== undefined && { model }) }
    await tx.sessions.update(changed)
    return changed
  })
