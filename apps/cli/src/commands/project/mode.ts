// countersign mode: shows how the calls of the project are judged, or changes it.
import type { Mode } from '@countersign/protocol'
import { connect } from '../../connection/connect.ts'
import { modeText } from '../../policy/show-mode.ts'
import { printJson, printLine } from '../../terminal/print.ts'

export interface ModeOptions {
  readonly data?: string
  readonly json?: boolean
}

export async function mode(chosen: Mode | undefined, { data, json }: ModeOptions): Promise<void> {
  const { client, projectId } = await connect({ data, role: 'operator', decides: chosen !== undefined })
  const params = { p: projectId }
  const { project } = chosen ? await client.patchProject({ params, body: { mode: chosen } }) : await client.getProject({ params })
  const { mode: current, mode_in_effect, mode_limits } = project
  if (json) printJson({ mode: current, mode_in_effect, mode_limits })
  else printLine(modeText(project))
}
