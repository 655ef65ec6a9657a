// Sends an answer. The same answer counts once, so a lost one can simply be sent again.
import { DISMISSED, type QuestionAnswer } from '@countersign/protocol'
import type { OpenProject } from '../../connection/open-project.ts'
import { useProject } from '../../connection/project-context.ts'
import type { Waiting } from '../../mirror/state/waiting.ts'
import { approvalQueue } from '../state/approval-queue.ts'
import { approveBodyOf, commentOf, EMPTY_DRAFT, editedParams, rejectBodyOf } from '../state/draft.ts'

export interface Answers {
  approve(): void
  reject(): void
  answer(body: QuestionAnswer): void
  dismiss(): void
}

export function useAnswer(waiting: Waiting): Answers {
  const project = useProject()
  const { client, projectId: p } = project
  const { id } = waiting
  const draft = () => approvalQueue.getState().drafts.get(id) ?? EMPTY_DRAFT
  const answer = (body: QuestionAnswer) => void sendAnswer(id, () => client.answerQuestion({ params: { p, q: id }, body }))
  return {
    approve: () => void sendAnswer(id, () => approve(project, waiting)),
    reject: () => void sendAnswer(id, () => client.reject({ params: { p, a: id }, body: rejectBodyOf(draft(), waiting) })),
    answer,
    dismiss: () => answer({ action: DISMISSED, ...commentOf(draft()), cover_high: false }),
  }
}

async function approve({ client, projectId }: OpenProject, waiting: Waiting): Promise<unknown> {
  const draft = approvalQueue.getState().drafts.get(waiting.id) ?? EMPTY_DRAFT
  const edited = editedParams(draft, waiting)
  const params = edited && (await client.withBodies({ projectId, params: edited }))
  return client.approve({ params: { p: projectId, a: waiting.id }, body: approveBodyOf(draft, waiting, params) })
}

export async function sendAnswer(id: string, send: () => Promise<unknown>): Promise<void> {
  if (approvalQueue.getState().sending.has(id)) return
  approvalQueue.setState(({ sending, problems, mine }) => ({
    sending: new Set(sending).add(id),
    problems: new Map([...problems].filter(([one]) => one !== id)),
    // Before the reply: the event about it may come first.
    mine: new Set(mine).add(id),
  }))
  try {
    await send()
  } catch (error) {
    const problem = error instanceof Error ? error : new Error(String(error))
    approvalQueue.setState(({ sending, problems, mine }) => ({
      sending: sending.difference(new Set([id])),
      problems: new Map(problems).set(id, problem),
      mine: mine.difference(new Set([id])),
    }))
  }
}
