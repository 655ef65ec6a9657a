// Braces multiply a word: `src/{a,b}.ts` is two words, `{1..5}` is five.
import type { Word, WordPart } from './read/script.ts'

const MAX_WORDS = 64

/** Undefined where the word has braces that are not plain text: quotes or values inside them, or too many words. */
export function expandBraces(word: Word): Word[] | undefined {
  if (!word.parts.some((part) => part.kind === 'text' && !part.quoted && part.text.includes('{'))) return [word]
  // `{}` and `{a}` are plain text.
  const texts = expand(word.raw)
  // What is left of a group may still be one for bash: `{a}b,c}`, `{a"}",b}`.
  if (texts.some((text) => /\{[\s\S]*(?:,|\.\.)[\s\S]*\}/.test(text))) return undefined
  if (texts.length === 1 && texts[0] === word.raw) return [word]
  if (/["'\\$`~]/.test(word.raw) || texts.length > MAX_WORDS) return undefined
  return texts.map((text) => ({ ...word, raw: text, parts: partsOf(text) }))
}

const partsOf = (text: string): WordPart[] =>
  text
    .split(/([*?[])/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^[*?[]$/.test(piece) ? { kind: 'pattern', text: piece } : { kind: 'text', text: piece, quoted: false }))

function expand(text: string): string[] {
  const group = findGroup(text)
  if (!group) return [text]
  const made: string[] = []
  for (const part of group.parts) {
    for (const word of expand(group.before + part + group.after)) {
      made.push(word)
      if (made.length > MAX_WORDS) return made
    }
  }
  return made
}

interface BraceGroup {
  readonly before: string
  readonly parts: readonly string[]
  readonly after: string
}

function findGroup(text: string): BraceGroup | undefined {
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
    const group = text[open - 1] === '$' ? undefined : readGroup(text, open)
    if (group) return group
  }
  return undefined
}

function readGroup(text: string, open: number): BraceGroup | undefined {
  const parts: string[] = []
  let depth = 0
  let start = open + 1
  for (let index = open; index < text.length; index++) {
    const character = text[index]
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if ((character === ',' && depth === 1) || depth === 0) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
    if (depth > 0) continue
    const all = parts.length > 1 ? parts : readSequence(parts[0] ?? '')
    return all && { before: text.slice(0, open), parts: all, after: text.slice(index + 1) }
  }
  return undefined
}

/** `{1..5}`; letters and steps are left as more words than allowed, so that they are not understood. */
function readSequence(text: string): string[] | undefined {
  if (!text.includes('..')) return undefined
  const match = /^(-?(?:0|[1-9]\d{0,3}))\.\.(-?(?:0|[1-9]\d{0,3}))$/.exec(text)
  const [from, to] = [Number(match?.[1]), Number(match?.[2])]
  const count = match ? Math.abs(to - from) + 1 : MAX_WORDS + 1
  const step = to < from ? -1 : 1
  return Array.from({ length: Math.min(count, MAX_WORDS + 1) }, (_, index) => (match ? String(from + index * step) : text))
}
