// The title of a call in one line: the server's sentence in the person's language, else the tool with its first parameter.
import { makeVisible } from '@countersign/protocol'
import type { Call } from '../mirror/calls/call.ts'
import { type Form, useRenderSentence } from '../sentences/use-render-sentence.ts'

const MAX_CHARACTERS = 200

interface Titled {
  readonly tool_name: string
  readonly description: string | null
  readonly description_form?: Form
  readonly tool_params?: Call['tool_params']
}

export function useCallTitle(): (call: Titled) => string {
  const render = useRenderSentence()
  return ({ description, description_form, ...call }) => (description ? render(description, description_form) : nameCall(call))
}

/** Cut, for lists of calls. */
export function useShortTitle(): (call: Titled) => string {
  const title = useCallTitle()
  return (call) => cut(title(call))
}

function nameCall({ tool_name, tool_params = {} }: Pick<Titled, 'tool_name' | 'tool_params'>): string {
  const { command, args, path, query } = tool_params
  const subject = [command ?? path ?? query ?? Object.values(tool_params)[0], ...(Array.isArray(args) ? args : [])]
    .filter((part) => typeof part === 'string')
    .join(' ')
  return makeVisible(cut(subject === '' ? tool_name : `${tool_name} ${subject}`))
}

const cut = (text: string): string => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text)
