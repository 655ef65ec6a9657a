// Narrates the story on a terminal: who does what, step by step, slowly enough to read.
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { bold, cyan, dim, green, yellow } from '../terminal/colours.ts'
import { printLine } from '../terminal/print.ts'

export type Who = 'agent' | 'Countersign' | 'you'

export interface Narrator {
  chapter(title: string): Promise<void>
  says(who: Who, text: string): Promise<void>
  /** Verbatim lines, such as a diff or a command's output. */
  shows(lines: readonly string[]): Promise<void>
  note(text: string): void
}

const COLOURS: Record<Who, (text: string) => string> = { agent: yellow, Countersign: cyan, you: green }
const NAME_WIDTH = 13
const BLOCK_MARGIN = 6
const MAX_WIDTH = 100
const LINE_MILLISECONDS = 700
const BLOCK_MILLISECONDS = 1_500

export interface NarratorOptions {
  readonly signal: AbortSignal
  /** Pauses for the reader. */
  readonly isSlow: boolean
}

export function createNarrator({ signal, isSlow }: NarratorOptions): Narrator {
  const pause = async (milliseconds: number) => {
    if (isSlow) await sleep(milliseconds, undefined, { signal })
    signal.throwIfAborted()
  }
  let chapters = 0
  let isAfterBlank = false
  const print = (line: string) => {
    if (line !== '' || !isAfterBlank) printLine(line)
    isAfterBlank = line === ''
  }
  return {
    chapter: async (title) => {
      for (const line of ['', bold(`${++chapters}. ${title}`), '']) print(line)
      await pause(LINE_MILLISECONDS)
    },
    says: async (who, text) => {
      const [first = '', ...rest] = wrap(text, width() - NAME_WIDTH - 2)
      print(`  ${COLOURS[who](who.padEnd(NAME_WIDTH))}${first}`)
      for (const line of rest) print(`  ${' '.repeat(NAME_WIDTH)}${line}`)
      await pause(LINE_MILLISECONDS)
    },
    shows: async (lines) => {
      print('')
      for (const line of lines.flatMap((long) => wrap(long, width() - BLOCK_MARGIN))) print(`    ${dim('│')} ${line}`)
      print('')
      await pause(BLOCK_MILLISECONDS)
    },
    note: (text) => {
      for (const line of wrap(text, width())) print(dim(line))
    },
  }
}

const width = (): number => Math.min(process.stdout.columns || 80, MAX_WIDTH)

const seen = (text: string): number => stripVTControlCharacters(text).length

/** Wraps at blanks, with the same margin; long words are not split, and lines that fit are not changed. */
export function wrap(text: string, columns: number): string[] {
  if (seen(text) <= columns) return [text]
  const margin = /^ */.exec(text)?.[0] ?? ''
  const lines: string[] = []
  for (const word of text.trimStart().split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && seen(`${last} ${word}`) <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`${margin}${word}`)
  }
  return lines
}
