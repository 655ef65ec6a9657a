// What a call does in one line: the server's sentence in the person's language, else the tool with its first parameter.
import { makeVisible } from '@countersign/protocol'
import { useTranslation } from 'react-i18next'
import type { Call } from '../mirror/calls/call.ts'
import { sayTitle } from './say-title.ts'

const MAX_CHARACTERS = 200

type Titled = Pick<Call, 'description' | 'tool_name'> & { readonly tool_params?: Call['tool_params'] }

export function useSayTitle(): (call: Titled) => string {
  const { i18n } = useTranslation()
  return ({ description, ...call }) => (description ? sayTitle({ description, ...call }, i18n) : nameOf(call))
}

/** Where it is one of many. */
export function useShortTitle(): (call: Titled) => string {
  const say = useSayTitle()
  return (call) => cut(say(call))
}

function nameOf({ tool_name, tool_params = {} }: Omit<Titled, 'description'>): string {
  const { command, args, path, query } = tool_params
  const subject = [command ?? path ?? query ?? Object.values(tool_params)[0], ...(Array.isArray(args) ? args : [])]
    .filter((part) => typeof part === 'string')
    .join(' ')
  return makeVisible(cut(subject === '' ? tool_name : `${tool_name} ${subject}`))
}

const cut = (text: string): string => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text)
