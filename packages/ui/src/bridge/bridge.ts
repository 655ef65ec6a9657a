// The messages between the webview of an editor and its host, in one table. Each end sends only what is in it and parses what it
// receives; a message that does not fit is dropped. The webview never holds a credential: the host adds it to each request.
import * as z from 'zod'

/** Chosen by the webview; replies and chunks carry it back. */
const exchange = z.number().int().min(0)
const headers = z.record(z.string(), z.string())
/** A path of this project's server, with its query. */
const path = z.string().startsWith('/').max(4_096)
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
const content = z.union([z.string(), bytes])

/** A message that is only its name. */
const nothing: z.ZodType<object> = z.strictObject({})

const request = z.strictObject({
  id: exchange,
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path,
  headers,
  body: content.optional(),
  timeout_ms: z.number().positive().optional(),
})

export const TO_HOST = {
  /** The webview is drawn and listens; the host answers with HELLO. */
  READY: nothing,
  REQUEST: request,
  OPEN_STREAM: request.omit({ body: true, timeout_ms: true }),
  /** Ends a request or a stream early. */
  CANCEL: z.strictObject({ id: exchange }),
  /** A tool that the person calls: it goes to the server as the operator's call, like any other. */
  EXECUTE_TOOL: z.strictObject({ id: exchange, tool: z.string().min(1).max(100), params: z.record(z.string(), z.unknown()) }),
  /** The preview of an approval in the editor's own diff. */
  SHOW_DIFF: z.strictObject({ approval_id: z.string().min(1).max(100) }),
  OPEN_FILE: z.strictObject({ path: z.string().min(1).max(4_096), line: z.number().int().min(1).optional() }),
  SIGN_OUT: nothing,
} as const

export const TO_WEBVIEW = {
  HELLO: z.strictObject({
    project_id: z.string(),
    language: z.enum(['en', 'ru', 'zh']),
    /** Where to begin, as in the address of the page: `approvals/<id>`. */
    route: z.string(),
  }),
  /** The whole answer to REQUEST. */
  REPLY: z.strictObject({ id: exchange, status: z.number().int(), headers, body: bytes }),
  /** The head of a stream; its bytes follow as CHUNK, then END. */
  STREAM: z.strictObject({ id: exchange, status: z.number().int(), headers }),
  CHUNK: z.strictObject({ id: exchange, bytes }),
  END: z.strictObject({ id: exchange }),
  /** No answer, or the stream broke. */
  BROKEN: z.strictObject({ id: exchange, message: z.string() }),
  /** What became of EXECUTE_TOOL: the answer of the server, or why there is none. */
  TOOL_RESULT: z.strictObject({
    id: exchange,
    success: z.boolean(),
    result: z.unknown().optional(),
    error: z.string().optional(),
    error_code: z.string().optional(),
  }),
  GO_TO: z.strictObject({ route: z.string() }),
} as const

type Table = Readonly<Record<string, z.ZodType<object>>>
type MessageOf<T extends Table> = { [Type in keyof T & string]: { readonly type: Type } & Readonly<z.infer<T[Type]>> }[keyof T & string]

export type ToHost = MessageOf<typeof TO_HOST>
export type ToWebview = MessageOf<typeof TO_WEBVIEW>
export type Received<T extends ToHost | ToWebview, Type extends T['type']> = Extract<T, { type: Type }>

export const parseToHost = (value: unknown): ToHost | undefined => parse(TO_HOST, value) as ToHost | undefined
export const parseToWebview = (value: unknown): ToWebview | undefined => parse(TO_WEBVIEW, value) as ToWebview | undefined

function parse(table: Table, value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined
  const { type, ...rest } = value
  const schema = typeof type === 'string' && Object.hasOwn(table, type) ? table[type] : undefined
  const parsed = schema?.safeParse(rest)
  return parsed?.success ? { type, ...parsed.data } : undefined
}
