// countersign grants: the standing answers of the project, revoking one, and all of them as rules of a policy file.
import type { GrantView } from '@countersign/protocol'
import { connect } from '../../connection/connect.ts'
import { bold, dim, green, red } from '../../terminal/colours.ts'
import { ownName } from '../../terminal/own-name.ts'
import { printJson, printLine } from '../../terminal/print.ts'
import { render } from '../../terminal/render.ts'
import { shown } from '../../terminal/shown.ts'

export interface GrantsOptions {
  readonly data?: string
  readonly json?: boolean
  /** Prints rules instead of the list. */
  readonly export?: boolean
}

export async function listGrants({ data, json, export: asRules }: GrantsOptions): Promise<void> {
  const { client, projectId: p } = await connect({ data, role: 'operator' })
  if (asRules) return printLine((await client.exportGrants({ params: { p } })).toml.trimEnd())
  const grants: GrantView[] = []
  let cursor: string | undefined
  do {
    const page = await client.listGrants({ params: { p }, query: { limit: 200, ...(cursor !== undefined && { cursor }) } })
    grants.push(...page.grants.filter((grant) => isInForce(grant, Date.now())))
    cursor = page.next_cursor
  } while (cursor !== undefined)
  if (json) return printJson(grants)
  if (grants.length === 0) return printLine(dim('No grant is in force.'))
  printLine(grants.map(grantText).join('\n\n'))
}

const isInForce = ({ revoked_at, expires_at }: GrantView, now: number): boolean =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > now)

export function grantText(grant: GrantView): string {
  const { id, covers, covers_form, never, cover_high, every_agent, agent, scope, expires_at, matched, last_used_at, script } = grant
  const facts = [
    every_agent ? 'every agent' : `agent ${shown(agent)}`,
    scope === 'project' ? 'in this project' : 'in its session',
    expires_at === null ? 'until revoked' : `until ${expires_at}`,
    ...(cover_high && !never ? ['HIGH risk too'] : []),
    ...(script ? [`while the script ${shown(script.name)} has the text that was shown`] : []),
    last_used_at === null ? 'not used yet' : `used ${matched} times, last ${last_used_at}`,
  ]
  const answer = never ? red('never') : green('allow')
  return `${answer} ${bold(shown(render(covers, covers_form)))}\n  ${dim(facts.join(' · '))}\n  ${ownName} grants revoke ${id}`
}

export async function revokeGrant(id: string, { data, json }: GrantsOptions): Promise<void> {
  const { client, projectId: p } = await connect({ data, role: 'operator', decides: true })
  const view = await client.revokeGrant({ params: { p, g: id as GrantView['id'] } })
  if (json) printJson(view)
  else printLine(`${green('ok')} revoked ${id}`)
}
