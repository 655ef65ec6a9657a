// countersign processes and stop: lists persistent processes and ends one.

import { makeVisible } from '@countersign/policy'
import { isEnd, type ProcessView } from '@countersign/protocol'
import { connect } from '../connection/connect.ts'
import { dim, green, red, yellow } from '../terminal/colours.ts'
import { ownName } from '../terminal/own-name.ts'
import { printJson, printLine } from '../terminal/print.ts'
import { render } from '../terminal/render.ts'
import { EXIT } from '../terminal/report-error.ts'

interface ProcessesOptions {
  readonly data?: string
  readonly json?: boolean
}

export async function processes({ data, json }: ProcessesOptions): Promise<void> {
  const { client, projectId } = await connect({ data, role: 'operator' })
  const { success: _, ...answer } = await client.listProcesses({ params: { p: projectId } })
  if (json) return printJson(answer)
  if (!answer.runner_online) printLine(yellow('The runner is offline: this is what it reported last.'))
  if (answer.processes.length === 0) return printLine(dim('No persistent process was started.'))
  printLine(answer.processes.map(processText).join('\n'))
}

/** The person's own call of kill_process; it waits until the process has ended. */
export async function stop(processId: string, { data, json }: ProcessesOptions): Promise<void> {
  const { client, projectId } = await connect({ data, role: 'operator' })
  const body = { tool_name: 'kill_process', tool_params: { process_id: processId }, project_id: projectId }
  let view = await client.execute({ body })
  while (!isEnd(view.status)) view = await client.getExecution({ params: { id: view.tool_id }, query: { wait_seconds: 30 } })
  if (json) printJson(view)
  else if (view.error) printLine(`${red(view.status)} ${render(view.error, view.error_form)}\n${dim(`List them: ${ownName} processes`)}`)
  else printLine(`${green('stopped')} ${processId}${describeEnd(view.result as Pick<ProcessView, 'exit_code' | 'signal'>)}`)
  process.exitCode = view.error ? EXIT.failed : EXIT.done
}

export function processText(view: ProcessView): string {
  const { process_id, pid, started_at, running, command, how_ended, how_ended_form } = view
  const going = view.waiting ? yellow('waits for input') : green('running')
  const state = running ? going : dim('ended  ')
  const end = running ? '' : `\n    ${dim(`${how_ended === null ? '' : render(how_ended, how_ended_form)}${describeEnd(view)}`)}`
  return `${state}  ${process_id}  ${dim(`pid ${pid}, since ${started_at}`)}  ${makeVisible(command)}${end}`
}

function describeEnd({ exit_code, signal }: Pick<ProcessView, 'exit_code' | 'signal'>): string {
  if (signal) return ` (${signal})`
  return exit_code === null ? '' : ` (exit code ${exit_code})`
}
