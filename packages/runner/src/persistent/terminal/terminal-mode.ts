// How a terminal is set: whether what is typed is shown, and which character ends a line.
import { existsSync } from 'node:fs'
import { readProgram } from '../../programs/spawn-program.ts'

export interface TerminalMode {
  /** What is typed is not shown: it is asked for as a secret. */
  readonly isSecret: boolean
  readonly lineEnd: '\n' | '\r'
}

const PLACES = ['/usr/bin/stty', '/bin/stty']
/** A program that reads key by key shows them itself, or not: only its question tells. */
const SECRET_WORDS = /pass(?:word|phrase|code)|\bpin\b|secret|token|api.?key|пароль|密码/i

/** What cannot be told is a secret. */
export const UNKNOWN_MODE: TerminalMode = { isSecret: true, lineEnd: '\n' }

export function readTerminalMode(terminal: string, prompt: string): TerminalMode {
  const stty = PLACES.find((place) => existsSync(place))
  if (!stty) return UNKNOWN_MODE
  const has = (flag: string) => flags.includes(flag)
  let flags: readonly string[]
  try {
    flags = readProgram(stty, ['-a', '-F', terminal]).split(/[\s;]+/)
  } catch (error) {
    // The process may have ended meanwhile, or closed it.
    if (typeof (error as { status?: unknown }).status !== 'number') throw error
    return UNKNOWN_MODE
  }
  const isSecret = !has('echo') && (has('icanon') || SECRET_WORDS.test(prompt))
  return { isSecret, lineEnd: has('icrnl') ? '\n' : '\r' }
}
