// Messages of a webview to its host, as the page itself would send them.
import type { Frame } from 'playwright-core'

export interface ToolResult {
  readonly success: boolean
  readonly result?: unknown
  readonly error?: string
  readonly error_code?: string
}

/** The way of VS Code's own `postMessage`, whose handle only the page holds: a function of the frame around it. */
const POST = '__vscode_post_message__'

let last = 1_000_000

/** Sends EXECUTE_TOOL from the document of the webview and waits for its TOOL_RESULT. */
export async function executeTool(webview: Frame, tool: string, params: object): Promise<ToolResult> {
  const id = ++last
  const result = webview.evaluate(
    (sent) =>
      new Promise<ToolResult>((resolve) => {
        const listen = ({ data }: MessageEvent<{ type?: string; id?: number } & ToolResult>) => {
          if (data.type !== 'TOOL_RESULT' || data.id !== sent) return
          removeEventListener('message', listen)
          resolve(data)
        }
        addEventListener('message', listen)
      }),
    id,
  )
  await post(webview, { type: 'EXECUTE_TOOL', id, tool, params })
  return result
}

/** Anything at all: the host parses what it receives. */
export async function post(webview: Frame, message: object): Promise<void> {
  const around = webview.parentFrame()
  if (!around) throw new Error('the document is not in a webview')
  await around.evaluate(
    ([name, sent]) => (window as unknown as Record<string, (kind: string, data: object) => void>)[name]?.('onmessage', { message: sent }),
    [POST, message] as const,
  )
}

/** Collects what the host answers to these exchanges from now on. */
export async function listenFor(webview: Frame, ids: readonly number[]): Promise<() => Promise<object[]>> {
  const heard = await webview.evaluateHandle((wanted) => {
    const found: object[] = []
    addEventListener('message', ({ data }: MessageEvent<{ id?: number }>) => {
      if (data.id !== undefined && wanted.includes(data.id)) found.push(data)
    })
    return found
  }, ids)
  return () => heard.jsonValue()
}
