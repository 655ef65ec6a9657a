// An extension for tests only: runs functions that a test sends, in the extension host, with the real interface of VS Code.
import { createConnection } from 'node:net'
import { createInterface } from 'node:readline'
import * as vscode from 'vscode'
import { type HostAnswer, type HostOrder, SOCKET_VARIABLE } from './messages.ts'

type SentFunction = (editor: typeof vscode, argument: unknown) => unknown

export function activate(context: vscode.ExtensionContext): void {
  const socket = createConnection(process.env[SOCKET_VARIABLE] ?? '')
  socket.on('error', (error) => console.error(error))
  createInterface({ input: socket }).on('line', async (line) => {
    const order = JSON.parse(line) as HostOrder
    socket.write(`${JSON.stringify(await answer(order))}\n`)
  })
  context.subscriptions.push({ dispose: () => socket.destroy() })
}

async function answer({ id, source, argument }: HostOrder): Promise<HostAnswer> {
  try {
    const sent = new Function(`return (${source})`)() as SentFunction
    return { id, result: await sent(vscode, argument) }
  } catch (error) {
    return { id, error: error instanceof Error ? `${error.stack}` : String(error) }
  }
}
