// One line that says what a call does: the server's sentence where there is one, else the tool with its first parameter.
import type { Call } from '../mirror/call.ts'

const MAX_CHARACTERS = 120

export function titleOf({ description, tool_name, tool_params }: Pick<Call, 'description' | 'tool_name' | 'tool_params'>): string {
  if (description) return description
  const { command, args, path, query } = tool_params
  const subject = [command ?? path ?? query ?? Object.values(tool_params)[0], ...(Array.isArray(args) ? args : [])]
    .filter((part) => typeof part === 'string')
    .join(' ')
  const title = subject === '' ? tool_name : `${tool_name} ${subject}`
  return title.length > MAX_CHARACTERS ? `${title.slice(0, MAX_CHARACTERS)}…` : title
}
