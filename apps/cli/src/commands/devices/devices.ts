// countersign devices: which devices ask for access or have it, and the answers.
import type { Client } from '@countersign/client'
import type { DeviceView } from '@countersign/protocol'
import { connect } from '../../connection/connect.ts'
import { dim } from '../../terminal/colours.ts'
import { ownName } from '../../terminal/own-name.ts'
import { printJson, printLine } from '../../terminal/print.ts'
import { deviceText } from '../../terminal/show-device.ts'
import { shown } from '../../terminal/shown.ts'

export interface DevicesOptions {
  readonly data?: string
  readonly json?: boolean
}

export async function listDevices({ data, json }: DevicesOptions): Promise<void> {
  const { client } = await connect({ data, role: 'operator' })
  const [waiting, signedIn] = [await devicesThat(client, 'waiting'), await devicesThat(client, 'signed_in')]
  if (json) return printJson([...waiting, ...signedIn])
  if (waiting.length + signedIn.length === 0) return printLine(dim('No device asks for access or has it.'))
  const lines = [
    ...waiting.map((device) => `${deviceText(device)}\n  ${ownName} devices allow ${device.user_code}`),
    ...signedIn.map(({ id, name, signed_in_at }) => `"${shown(name)}" has access since ${signed_in_at} ${dim(id)}`),
  ]
  printLine(lines.join('\n\n'))
}

const devicesThat = async (client: Client, status: DeviceView['status']): Promise<DeviceView[]> =>
  (await client.listDevices({ query: { status } })).devices

export async function allowDevice(code: string, options: DevicesOptions): Promise<void> {
  const { client } = await connect({ data: options.data, role: 'operator', decides: true })
  const { device } = await client.allowDevice({ body: { user_code: code } })
  report(device, options, 'has access now')
}

export async function refuseDevice(code: string, options: DevicesOptions): Promise<void> {
  const { client } = await connect({ data: options.data, role: 'operator', decides: true })
  const { device } = await client.refuseDevice({ body: { user_code: code } })
  report(device, options, 'gets no access')
}

export async function endDevice(id: string, options: DevicesOptions): Promise<void> {
  const { client } = await connect({ data: options.data, role: 'operator', decides: true })
  const { device } = await client.endDevice({ params: { d: id as DeviceView['id'] } })
  report(device, options, 'has no access any more')
}

function report(device: DeviceView, { json }: DevicesOptions, outcome: string): void {
  if (json) printJson(device)
  else printLine(`"${shown(device.name)}" ${outcome}.`)
}
