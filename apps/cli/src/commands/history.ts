// countersign history: the calls and how they ended.

import { makeVisible } from '@countersign/policy'
import { type ExecutionView, type LateResultView, queryOfStanding, type Risk, type StandingName, standingOf } from '@countersign/protocol'
import { connect } from '../connection/connect.ts'
import { dim, red, riskColour, statusColour, yellow } from '../terminal/colours.ts'
import { printJson, printLine } from '../terminal/print.ts'
import { render } from '../terminal/render.ts'

export interface HistoryOptions {
  readonly data?: string
  readonly json?: boolean
  readonly tool?: string
  readonly status?: StandingName
  readonly risk?: Risk
  readonly limit: number
}

export async function history({ data, json, tool, status, risk, limit }: HistoryOptions): Promise<void> {
  const { client, projectId } = await connect({ data, role: 'operator' })
  const { executions } = await client.history({
    query: {
      project_id: projectId,
      limit,
      ...(tool && { tool_name: tool }),
      ...(status && queryOfStanding(status)),
      ...(risk && { risk_level: risk }),
    },
  })
  if (json) return printJson(executions)
  if (executions.length === 0) return printLine(dim('No call is on record yet.'))
  printLine(executions.map(line).join('\n'))
}

function line(execution: ExecutionView): string {
  const { tool_id, created_at, risk_level, tool_name, tool_params, error, error_form, undone_by, late_result } = execution
  const standing = standingOf(execution)
  const mark = statusColour(standing)(standing)
  const what = makeVisible(JSON.stringify(tool_params)).slice(0, 80)
  const risk = risk_level ?? 'not rated'
  const undone = undone_by ? ` ${yellow('undone')}` : ''
  const late = late_result ? `\n    ${lateLine(late_result)}` : ''
  return `${dim(created_at)}  ${mark}${undone}  ${riskColour(risk_level)(risk)}  ${tool_name} ${what}  ${dim(tool_id)}${error ? `\n    ${red(makeVisible(render(error, error_form)))}` : ''}${late}`
}

const lateLine = ({ status, error }: LateResultView): string =>
  status === 'completed' ? yellow('it finished, reported later') : red(`it failed, reported later: ${makeVisible(error ?? '')}`)
