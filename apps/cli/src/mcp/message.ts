// A message of MCP, as far as carrying it needs to know.

export interface Message {
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: { readonly requestId?: unknown }
  readonly result?: { readonly protocolVersion?: unknown }
}

export const isRequest = ({ id, method }: Message): boolean => id !== undefined && method !== undefined

export const isAnswerTo = (message: Message, answer: Message): boolean => answer.id === message.id && answer.method === undefined
