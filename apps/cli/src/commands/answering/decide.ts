// countersign approve and reject: a person's answer, from a terminal.
import type { DecisionView, GrantDays, Scope } from '@countersign/protocol'
import { connect } from '../../connection/connect.ts'
import { green, yellow } from '../../terminal/colours.ts'
import { ownName } from '../../terminal/own-name.ts'
import { parseJson, printJson, printLine } from '../../terminal/print.ts'
import { UsageError } from '../../terminal/report-error.ts'
import { chooseWaiting } from './choose-waiting.ts'
import { checkConfirming, confirmShown } from './confirm-shown.ts'
import { describeKept, keptPart, type PartOptions } from './kept-part.ts'

interface CommonOptions {
  readonly data?: string
  readonly json?: boolean
}

export interface ApproveOptions extends CommonOptions, PartOptions {
  readonly scope: Scope
  readonly class?: string
  readonly for?: number
  readonly days?: GrantDays
  readonly everyAgent?: boolean
  readonly coverHigh?: boolean
  /** Adds what the approval offers to the project's list of commands. */
  readonly list?: boolean
  readonly params?: string
  readonly comment?: string
  /** The person has seen it, so do not ask again. */
  readonly yes?: boolean
}

export async function approve(id: string | undefined, options: ApproveOptions): Promise<void> {
  checkConfirming({ id, ...options })
  const { client, projectId } = await connect({ data: options.data, role: 'operator', decides: true })
  const a = await chooseWaiting(client, { projectId, kind: 'approval', id })
  const { approval } = await client.getApproval({ params: { p: projectId, a } })
  const kept = keptPart(approval, options)
  await confirmShown(approval, { id, ...options, notes: describeKept(kept), withLines: options.lines !== undefined })
  const { list_offers: offers = [] } = approval
  if (options.list && offers.length === 0) throw new UsageError('--list: this call names no command that could be added to the list')
  // If something was masked, the true text was shown, and its digest is recorded.
  const unmasked_digest = options.json ? undefined : approval.unmasked_digest
  const body = {
    decision: 'approved' as const,
    scope: options.scope,
    cover_high: options.coverHigh ?? false,
    ...(options.class && { class: options.class }),
    ...(options.for && { grant_seconds: options.for }),
    ...(options.days && { grant_days: options.days }),
    ...(options.everyAgent && { every_agent: true }),
    ...(options.list && { add_to_list: [...offers] }),
    ...(options.params && { edited_params: parseJson(options.params, '--params') }),
    ...(kept && { kept }),
    ...(options.comment && { comment: options.comment }),
    ...(unmasked_digest && { unmasked_digest }),
  }
  report(await client.approve({ params: { p: projectId, a }, body }), options.json)
}

export interface RejectOptions extends CommonOptions {
  readonly reason?: string
  readonly never?: 'session' | 'project'
  readonly class?: string
  readonly days?: GrantDays
  readonly thisAgent?: boolean
}

export async function reject(id: string | undefined, options: RejectOptions): Promise<void> {
  const { client, projectId } = await connect({ data: options.data, role: 'operator', decides: true })
  const approval = await chooseWaiting(client, { projectId, kind: 'approval', id })
  const body = {
    ...(options.reason && { reason: options.reason }),
    ...(options.never && { scope: options.never === 'project' ? ('project' as const) : ('class' as const) }),
    ...(options.class && { class: options.class }),
    ...(options.days && { grant_days: options.days }),
    ...(options.thisAgent && { every_agent: false }),
  }
  report(await client.reject({ params: { p: projectId, a: approval }, body }), options.json)
}

function report(view: DecisionView, json: boolean | undefined): void {
  if (json) printJson(view)
  else if (view.status === 'awaiting_approval')
    printLine(yellow(`The edited call does more than was shown: it needs a new approval (${ownName} pending).`))
  else printLine(`${green('ok')} ${view.status} ${view.approval_id}`)
}
