// countersign allow: the project's list of commands; adds to it, or takes something off it.
import type { ListEntry } from '@countersign/protocol'
import { connect } from '../../connection/connect.ts'
import { dim, green } from '../../terminal/colours.ts'
import { printJson, printLine } from '../../terminal/print.ts'
import { shown } from '../../terminal/shown.ts'

export interface AllowOptions {
  readonly data?: string
  readonly json?: boolean
  readonly toolchain?: boolean
  readonly remove?: boolean
}

export async function allow(name: string | undefined, { data, json, toolchain, remove }: AllowOptions): Promise<void> {
  const { client, projectId } = await connect({ data, role: 'operator', decides: name !== undefined })
  const params = { p: projectId }
  if (name === undefined) return show(await client.listCommands({ params }), json)
  const body: ListEntry = { kind: toolchain ? 'toolchain' : 'command', name }
  const list = await (remove ? client.removeCommand({ params, body }) : client.addCommand({ params, body }))
  if (json) return show(list, json)
  const what = toolchain ? `The commands of ${shown(name)} are` : `"${shown(name)}" is`
  printLine(
    remove
      ? `${what} off this project's list.`
      : `${green('✓')} ${what} on this project's list: no longer refused or HIGH for being unknown.`,
  )
}

type List = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['client']['listCommands']>>

function show({ toolchains, commands }: Pick<List, 'toolchains' | 'commands'>, json: boolean | undefined): void {
  if (json) {
    printJson({ toolchains, commands })
    return
  }
  printLine(dim('The base list and everyday utilities, and:'))
  for (const { name, listed } of toolchains)
    printLine(
      listed
        ? `  ${name} ${dim('(toolchain)')}`
        : `  ${dim(`${name} (toolchain found, not listed: countersign allow --toolchain ${name})`)}`,
    )
  for (const { command, added_at } of commands) printLine(`  ${shown(command)} ${dim(`(since ${added_at})`)}`)
  if (toolchains.length + commands.length === 0) printLine(dim('  nothing else'))
}
