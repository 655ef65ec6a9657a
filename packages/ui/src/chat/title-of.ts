// One line that says what a call does: the server's sentence where there is one, else the tool with its first parameter.
import { makeVisible } from '@countersign/protocol'
import type { Call } from '../mirror/call.ts'

const MAX_CHARACTERS = 200

export function titleOf({ description, tool_name, tool_params }: Pick<Call, 'description' | 'tool_name' | 'tool_params'>): string {
  if (description) return cut(description)
  const { command, args, path, query } = tool_params
  const subject = [command ?? path ?? query ?? Object.values(tool_params)[0], ...(Array.isArray(args) ? args : [])]
    .filter((part) => typeof part === 'string')
    .join(' ')
  return cut(makeVisible(cut(subject === '' ? tool_name : `${tool_name} ${subject}`)))
}

const cut = (text: string): string => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text)
