// countersign undo: restores what one call changed.
import { connect } from '../../connection/connect.ts'
import { untilEnd } from '../../connection/until-end.ts'
import { printJson } from '../../terminal/print.ts'
import { EXIT } from '../../terminal/report-error.ts'
import { showCall, succeeded } from '../../terminal/show-call.ts'

export async function undo(id: string, { data, json }: { data?: string; json?: boolean }): Promise<void> {
  const { client, projectId } = await connect({ data, role: 'operator', decides: true })
  const first = await client.undoExecution({ params: { p: projectId, id }, query: {} })
  const last = await untilEnd(client, first)
  if (json) printJson(last)
  else await showCall(last)
  process.exitCode = succeeded(last) ? EXIT.done : EXIT.failed
}
