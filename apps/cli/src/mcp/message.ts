// An MCP message, as far as the relay needs to know it.

export interface Message {
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: { readonly requestId?: unknown }
  readonly result?: { readonly protocolVersion?: unknown }
}

export const isRequest = ({ id, method }: Message): boolean => id !== undefined && method !== undefined

export const isAnswerTo = (message: Message, answer: Message): boolean => answer.id === message.id && answer.method === undefined
