// Braces multiply a word: `cat .{env,x}` is `cat .env .x`. The operator is asked about such words in any case; expanding them lets one
// refused word refuse the line.

import type { ShellWord } from '../shell-command.ts'
import { SHELL_LIMITS } from '../shell-limits.ts'

/** Undefined if the word contains quotes or a sequence such as `{a..z}`, or produces too many words. */
export function expandBraces({ raw }: ShellWord): string[] | undefined {
  if (/["'\\$`]|\.\./.test(raw)) return undefined
  const words = expand(raw)
  return words.length <= SHELL_LIMITS.maxWordsFromBraces ? words : undefined
}

function expand(text: string): string[] {
  const group = findGroup(text)
  if (!group) return [text]
  const made: string[] = []
  for (const part of group.parts) {
    for (const word of expand(group.before + part + group.after)) {
      made.push(word)
      if (made.length > SHELL_LIMITS.maxWordsFromBraces) return made
    }
  }
  return made
}

interface BraceGroup {
  readonly before: string
  readonly parts: readonly string[]
  readonly after: string
}

/** The first balanced group with a comma at its own level; `{a}` and a lone brace are plain text. */
function findGroup(text: string): BraceGroup | undefined {
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
    const group = readGroup(text, open)
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
    if (depth === 0) return parts.length > 1 ? { before: text.slice(0, open), parts, after: text.slice(index + 1) } : undefined
  }
  return undefined
}
