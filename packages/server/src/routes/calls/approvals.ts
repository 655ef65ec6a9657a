// The operator's answers. No route here is open to an agent.
import { type Answer, isOpenAt, maskedForm, type Principal, unmaskedDigest } from '@countersign/core'
import {
  type Approval,
  type ApprovalView,
  type batchView,
  type DecisionView,
  type ProjectId,
  previewDigest,
  TAKEN_IN_PART,
} from '@countersign/protocol'
import type * as z from 'zod'
import { findById } from '../../access/access.ts'
import { readPage } from '../../access/read-page.ts'
import { createAnswers } from '../../approvals/answers.ts'
import type { AppContext } from '../../context.ts'
import { toFailure } from '../../http/errors.ts'
import type { Handlers } from '../../http/route-handler.ts'

type ApprovalHandlers = Pick<
  Handlers,
  'listApprovals' | 'listMyApprovals' | 'getApproval' | 'approve' | 'reject' | 'decideBatch' | 'confirmApproval' | 'answerQuestion'
>
type BatchResult = z.input<typeof batchView>['results'][number]
type ApprovalContext = Pick<AppContext, 'engine' | 'access' | 'metrics' | 'clock' | 'logger'>

export function createApprovalHandlers(context: ApprovalContext): ApprovalHandlers {
  const { engine, access, logger } = context
  const answers = createAnswers(context)
  const decide = async (principal: Principal, approval: Approval, answer: Answer): Promise<DecisionView> => ({
    success: true,
    ...(await answers.decide(principal, approval, answer)),
  })
  const decideOne = async (principal: Principal, project: ProjectId, id: string, answer: Answer): Promise<DecisionView> =>
    decide(principal, await access.approval(principal, project, id), answer)

  const shown = (approval: Approval, form: 'true' | 'masked'): ApprovalView => {
    if (form === 'masked') return maskedForm(engine.masker, approval)
    const unmasked_digest = unmaskedDigest(approval)
    const { preview, status, tool_name } = approval
    const inPart = status === 'pending' && preview?.kind === 'diff' && TAKEN_IN_PART.includes(tool_name)
    return { ...approval, ...(unmasked_digest && { unmasked_digest }), ...(inPart && { preview_digest: previewDigest(preview) }) }
  }

  /** Approvals past their deadline may not be swept yet; they are not shown as waiting. */
  const waitingOf = (rows: readonly Approval[], status: Approval['status'] | undefined): readonly Approval[] =>
    status === 'pending' ? rows.filter((row) => isOpenAt(row, engine.clock.now())) : rows

  const refusalOf = (error: unknown, approval_id: string, request_id: string): BatchResult => {
    const { code, message, messageForm } = toFailure(error)
    if (code === 'INTERNAL') logger.error({ err: error, request_id, route: 'decideBatch' }, 'defect')
    return { approval_id, success: false, error: message, error_form: messageForm, error_code: code }
  }

  return {
    listApprovals: async ({ params, query, principal }) => {
      const project = await access.project(principal, params.p)
      const { status, form, ...page } = query
      const equal = { project_id: project.id, ...(status && { status }) }
      const { rows, next } = await engine.read((tx) => readPage(tx.approvals, { ...page, equal }))
      return { success: true, approvals: waitingOf(rows, status).map((row) => shown(row, form)), ...next }
    },
    listMyApprovals: async ({ query, principal }) => {
      const { status, form, ...page } = query
      const { user_id, project_id } = principal
      const equal = { user_id, ...(project_id !== null && { project_id: project_id as ProjectId }), ...(status && { status }) }
      const { rows, next } = await engine.read((tx) => readPage(tx.approvals, { ...page, equal }))
      return { success: true, approvals: waitingOf(rows, status).map((row) => shown(row, form)), ...next }
    },
    getApproval: async ({ params, query, principal }) => ({
      success: true,
      approval: shown(await access.approval(principal, params.p, params.a), query.form),
    }),
    approve: ({ params, body, principal }) => decideOne(principal, params.p, params.a, body),
    reject: ({ params, body, principal }) => decideOne(principal, params.p, params.a, { decision: 'rejected', ...body }),
    decideBatch: async ({ params, body, principal, id }) => {
      await access.project(principal, params.p)
      const results: BatchResult[] = []
      for (const { approval_id, ...answer } of body.decisions) {
        results.push(await decideOne(principal, params.p, approval_id, answer).catch((error: unknown) => refusalOf(error, approval_id, id)))
      }
      return { success: true, results }
    },
    answerQuestion: async ({ params, body, principal }) => {
      const question = await access.approval(principal, params.p, params.q)
      return { success: true, ...(await answers.answer(principal, question, body)) }
    },
    confirmApproval: async ({ params, body, principal }) => {
      const approval = await findById<Approval>(engine, principal, 'approval', (tx) => tx.approvals.get(params.a))
      return decide(principal, approval, answerOf(body))
    },
  }
}

const answerOf = ({ decision, reason }: { decision: 'approved' | 'rejected'; reason?: string | undefined }): Answer =>
  decision === 'approved' ? { decision, scope: 'once', comment: reason, cover_high: false, stop: false } : { decision, reason, stop: false }
