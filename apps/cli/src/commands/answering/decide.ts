// countersign approve and reject: a person's answer, from a terminal.
import { createInterface } from 'node:readline/promises'
import type { ApprovalView, DecisionView, Scope } from '@countersign/protocol'
import { connect } from '../../connection/connect.ts'
import { green, yellow } from '../../terminal/colours.ts'
import { ownName } from '../../terminal/own-name.ts'
import { parseJson, printJson, printLine } from '../../terminal/print.ts'
import { UsageError } from '../../terminal/report-error.ts'
import { askedLines } from '../../terminal/show-approval.ts'
import { chooseWaiting } from './choose-waiting.ts'

interface CommonOptions {
  readonly data?: string
  readonly json?: boolean
}

export interface ApproveOptions extends CommonOptions {
  readonly scope: Scope
  readonly class?: string
  readonly for?: number
  readonly coverHigh?: boolean
  readonly params?: string
  readonly comment?: string
}

export async function approve(id: string | undefined, options: ApproveOptions): Promise<void> {
  const { client, projectId } = await connect({ data: options.data, role: 'operator', decides: true })
  const a = await chooseWaiting(client, { projectId, kind: 'approval', id })
  const { approval } = await client.getApproval({ params: { p: projectId, a } })
  const unmasked_digest = options.json ? undefined : await showTrueText(approval)
  const body = {
    decision: 'approved' as const,
    scope: options.scope,
    cover_high: options.coverHigh ?? false,
    ...(options.class && { class: options.class }),
    ...(options.for && { grant_seconds: options.for }),
    ...(options.params && { edited_params: parseJson(options.params, '--params') }),
    ...(options.comment && { comment: options.comment }),
    ...(unmasked_digest && { unmasked_digest }),
  }
  tell(await client.approve({ params: { p: projectId, a }, body }), options.json)
}

/** Where something is masked, the true text is shown, and a person at a terminal says yes to that; its digest goes on record. */
async function showTrueText(approval: ApprovalView): Promise<ApprovalView['unmasked_digest']> {
  if (approval.unmasked_digest === undefined) return undefined
  printLine(`${askedLines(approval, Date.now()).join('\n')}\n`)
  if (process.stdin.isTTY && !(await confirms('Approve this text? [y/N] '))) throw new UsageError('not approved: it still waits')
  return approval.unmasked_digest
}

async function confirms(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}

export async function reject(id: string | undefined, options: CommonOptions & { reason?: string }): Promise<void> {
  const { client, projectId } = await connect({ data: options.data, role: 'operator', decides: true })
  const approval = await chooseWaiting(client, { projectId, kind: 'approval', id })
  const body = options.reason ? { reason: options.reason } : {}
  tell(await client.reject({ params: { p: projectId, a: approval }, body }), options.json)
}

function tell(view: DecisionView, json: boolean | undefined): void {
  if (json) printJson(view)
  else if (view.status === 'awaiting_approval')
    printLine(yellow(`The edited call is more than was shown: it is asked again (${ownName} pending).`))
  else printLine(`${green('ok')} ${view.status} ${view.approval_id}`)
}
