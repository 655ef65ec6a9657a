// Devices that ask a running server for access: printed with their code, and answered with y or n where a person sits at the
// terminal. An answer given elsewhere, such as on the page, ends the question.
import { createInterface } from 'node:readline/promises'
import { type Client, createClient, pause } from '@countersign/client'
import type { DeviceView } from '@countersign/protocol'
import type { LocalAccess } from '@countersign/server'
import { isAtTerminal } from '../connection/connect.ts'
import { ownName } from '../terminal/own-name.ts'
import { printLine } from '../terminal/print.ts'
import { deviceText } from '../terminal/show-device.ts'
import { shown } from '../terminal/shown.ts'

export interface AskAboutDevices {
  readonly url: string
  readonly local: LocalAccess
  readonly signal: AbortSignal
}

/** Keys that were pressed before the question are not an answer to it. */
const DISCARD_MILLISECONDS = 300

export async function askAboutDevices({ url, local, signal }: AskAboutDevices): Promise<void> {
  const client = createClient({ url, token: () => local.token('operator'), signal })
  const seen = new Set<string>()
  const open = new Map<string, AbortController>()
  let last: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    const { devices } = await client.listDevices({ query: { status: 'waiting' } })
    for (const device of devices.toReversed()) {
      if (seen.has(device.id)) continue
      seen.add(device.id)
      const settled = new AbortController()
      open.set(device.id, settled)
      last = last.then(() => askAbout(client, device, AbortSignal.any([signal, settled.signal]))).catch(warn)
    }
  }
  try {
    // Each connection begins with a look: a device may have asked before it.
    for await (const { type, data } of client.events({ projectId: local.projectId, signal, onOpen: () => void look().catch(warn) })) {
      if (type === 'device.requested') await look()
      if (type === 'device.answered') open.get(data.device_id)?.abort()
    }
  } catch (error) {
    if (!signal.aborted) warn(error)
  }
}

async function askAbout(client: Client, device: DeviceView, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  printLine(`\n${deviceText(device)}`)
  if (!isAtTerminal()) return printLine(`  ${ownName} devices allow ${device.user_code}`)
  const answer = await readAnswer(signal)
  if (answer === undefined) return printLine('\nAnswered elsewhere, or too late.')
  const body = { user_code: device.user_code }
  if (answer) await client.allowDevice({ body })
  else await client.refuseDevice({ body })
  printLine(`"${shown(device.name)}" ${answer ? 'has access now' : 'gets no access'}.`)
}

/** Undefined if the question was settled elsewhere. Anything but a clear yes or no is asked again. */
async function readAnswer(signal: AbortSignal): Promise<boolean | undefined> {
  // Line by line, so that Ctrl-C still stops the server.
  const terminal = createInterface({ input: process.stdin, output: process.stdout, terminal: false })
  try {
    await pause(DISCARD_MILLISECONDS, signal)
    for (;;) {
      const text = await terminal.question('Allow it? [y/n] ', { signal })
      if (/^\s*y(es)?\s*$/i.test(text)) return true
      if (/^\s*no?\s*$/i.test(text)) return false
    }
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    terminal.close()
  }
}

const warn = (error: unknown): void => void process.stderr.write(`warning: devices: ${(error as Error).message}\n`)
