// How much a JSON text says, found without reading it: a value for each key of an object and each element of a list. Work on a value
// grows with their number, so a text that has too many is refused before anything is made of it.
import { LIMITS } from '../limits/limits.ts'

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\,:[]{}'].map((character) =>
  character.charCodeAt(0),
)

/** Why nothing should be made of the text, in words; undefined where it is small enough, or no JSON at all. */
export function jsonTextProblem(text: string, maxValues: number = LIMITS.maxJsonValues): string | undefined {
  const isList: boolean[] = []
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COLON || (code === COMMA && isList.at(-1))) values++
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (isList.push(code === OPEN_LIST) > LIMITS.maxJsonDepth) return tooDeep
      // The first element of a list has no comma before it.
      if (code === OPEN_LIST) values++
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) isList.pop()
    if (values > maxValues) return tooMany(maxValues)
  }
  return undefined
}

/** The index of its closing quote; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++
  return backslashes % 2 === 1
}

/** The same of a value that was read already, no further than the limit. */
export function valuesProblem(value: unknown, maxValues: number): string | undefined {
  const waiting: unknown[] = [value]
  let values = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const inner = Object.values(next)
    values += inner.length
    if (values > maxValues) return tooMany(maxValues)
    for (const one of inner) if (typeof one === 'object' && one !== null) waiting.push(one)
  }
  return undefined
}

const tooDeep = `it is nested deeper than ${LIMITS.maxJsonDepth} levels`

const tooMany = (maxValues: number): string => `it has more than ${maxValues.toLocaleString('en')} keys and elements`
