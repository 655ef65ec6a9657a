// The form of a request: words with placeholders for a path, a text or a command line, and the tool call that it stands for.
import { type Lifted, QUOTED } from '../quotes.ts'

export type Language = 'en' | 'ru' | 'zh'

export interface Call {
  readonly tool_name: string
  readonly tool_params: Readonly<Record<string, unknown>>
}

/** The placeholders of a form that were filled. */
export interface Parts {
  /** The value without its quotes. */
  value(name: string): string | undefined
  isQuoted(name: string): boolean
}

export interface Form {
  readonly pattern: RegExp
  /** The text continues to the very end of the request, including its punctuation. */
  readonly toTheEnd: boolean
  /** Undefined if the words match but mean something else, such as `read it`. */
  call(parts: Parts): Call | undefined
}

export const PATH = `(?<path>${QUOTED}|[^\\s\\uE000-\\uE03F,:;?!，：；。、？！]+)`
/** For languages without spaces: Latin letters, or a name with an extension. */
export const PLAIN_PATH = `(?<path>${QUOTED}|[\\w.~/@+-]+|[^\\s\\uE000-\\uE03F,:;?!，：；。、？！]+?\\.[A-Za-z0-9]+)`
export const QUERY = `(?<query>${QUOTED}|[A-Za-z_$][\\w$.-]*)`
export const QUOTED_QUERY = `(?<query>${QUOTED})`
export const TEXT = `(?<text>${QUOTED})`
export const REST = '(?<text>[\\s\\S]+)'
/** One program with its arguments, or the whole line in quotes. */
export const LINE = `(?<line>${QUOTED}|[\\w./~][^\\n]*?)`

export function createForm(pattern: string, call: Form['call'], toTheEnd = false): Form {
  return { pattern: new RegExp(`^${pattern}$`, 'iu'), call, toTheEnd }
}

export function partsOf(groups: Readonly<Record<string, string | undefined>>, lifted: Lifted): Parts {
  return {
    value: (name) => {
      const part = groups[name]
      return part === undefined ? undefined : lifted.valueOf(part)
    },
    isQuoted: (name) => lifted.isQuoted(groups[name] ?? ''),
  }
}
