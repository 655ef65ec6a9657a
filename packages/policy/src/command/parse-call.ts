// The shape of a call: a command and its words, nothing else. Refuses what cannot be passed to a program or would repaint a terminal.
import { sentence } from '@countersign/protocol'
import { type Refused, refuse } from '../risk/index.ts'
import { finding, joinReadings, type Reading, reading } from './reading.ts'

export interface CommandCall {
  readonly command: string
  readonly args: readonly string[]
}

export const COMMAND_LIMITS = { maxArguments: 4096, maxCharacters: 128 * 1024 } as const

const UNPRINTABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/u
const HIDING = /[\n\r\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

export function parseCall(call: { readonly command: unknown; readonly args?: unknown }): CommandCall | Refused {
  const { command, args = [] } = call
  if (typeof command !== 'string') return refuse('INVALID_ARGUMENTS', sentence('subject.command-not-text'))
  if (!Array.isArray(args)) return refuse('INVALID_ARGUMENTS', sentence('subject.args-not-texts'))
  if (args.length > COMMAND_LIMITS.maxArguments)
    return refuse('INVALID_ARGUMENTS', sentence('subject.too-many-arguments', { count: COMMAND_LIMITS.maxArguments }))
  // A hole in the array is not a text either, so array methods that skip holes cannot be used.
  const words: string[] = []
  for (let index = 0; index < args.length; index++) {
    const word: unknown = args[index]
    if (typeof word !== 'string') return refuse('INVALID_ARGUMENTS', sentence('subject.argument-not-text', { number: index + 1 }))
    if (UNPRINTABLE.test(word)) return refuse('INVALID_ARGUMENTS', sentence('subject.argument-control-characters', { number: index + 1 }))
    words.push(word)
  }
  const characters = words.reduce((sum, word) => sum + word.length, command.length)
  if (characters > COMMAND_LIMITS.maxCharacters)
    return refuse('INVALID_ARGUMENTS', sentence('subject.too-many-characters', { count: COMMAND_LIMITS.maxCharacters }))
  return { command, args: words }
}

/** Line breaks and invisible characters are legitimate in a message, but a person must look at them. */
export function readHidingCharacters(args: readonly string[]): Reading {
  const found = args.filter((word) => HIDING.test(word))
  return found.length === 0 ? reading({}) : joinReadings(finding('MEDIUM', 'command.hidden-characters'))
}
