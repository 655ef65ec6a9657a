// An extension for tests only: runs functions that a test sends, in the extension host, with the real interface of VS Code.
import { createConnection } from 'node:net'
import { createInterface } from 'node:readline'
import * as vscode from 'vscode'
import { type HostAnswer, type HostOrder, SOCKET_VARIABLE } from './messages.ts'

type SentFunction = (editor: typeof vscode, argument: unknown) => unknown

export function activate(context: vscode.ExtensionContext): void {
  const socket = createConnection(process.env[SOCKET_VARIABLE] ?? '')
  socket.on('error', (error) => console.error(error))
  const say = (message: HostAnswer) => socket.write(`${JSON.stringify(message)}\n`)
  createInterface({ input: socket }).on('line', async (line) => {
    const order = JSON.parse(line) as HostOrder
    // The window gives this answer. The host of a closed window lives on in case it comes back, and waits here.
    await vscode.commands.getCommands(true)
    say({ id: order.id, isTaken: true })
    say(await answer(order))
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
