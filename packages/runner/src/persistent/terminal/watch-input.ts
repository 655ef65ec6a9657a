// Notices that a process waits for input: it has read from its terminal, without a word, for some seconds. Where the system does not tell
// who reads, a line without an end and silence count as waiting.
import { randomUUID } from 'node:crypto'
import { type InputWait, LIMITS } from '@countersign/protocol'
import { inputKindOf } from '@countersign/tools'
import { readTerminalMode, type TerminalMode, UNKNOWN_MODE } from './terminal-mode.ts'
import { type FoundReader, findTerminalReader } from './terminal-reader.ts'

const LOOK_MILLISECONDS = 500
const WAIT_MILLISECONDS = LIMITS.inputWaitSeconds * 1000
const SHOWN_LINES = 12

export interface WatchedTerminal {
  readonly pid: number
  /** The last of what it printed, masked. */
  tail(): string
  readonly clock: () => number
  /** It began to wait, or it waits no more. */
  readonly onChange: () => void
}

export interface InputWatch extends Disposable {
  waiting(): InputWait | undefined
  /** It printed something or was given input: whatever it waited for, it goes on. */
  active(): void
  /** How its terminal is set now. */
  mode(): TerminalMode
}

export function watchInput({ pid, tail, clock, onChange }: WatchedTerminal): InputWatch {
  let readsSince: number | undefined
  let wait: (InputWait & { readonly reader: string }) | undefined
  const stopWaiting = (): void => {
    if (wait === undefined) return
    wait = undefined
    onChange()
  }
  const look = (): void => {
    const reader = findTerminalReader(pid)
    const output = lastLines(tail())
    if (!waits(reader, output)) {
      readsSince = undefined
      stopWaiting()
      return
    }
    readsSince ??= clock()
    if (clock() - readsSince < WAIT_MILLISECONDS || wait?.reader === nameOf(reader)) return
    wait = { ...describe(reader, output), since: new Date(readsSince).toISOString(), reader: nameOf(reader) }
    onChange()
  }
  const timer = setInterval(look, LOOK_MILLISECONDS)
  return {
    waiting() {
      if (!wait) return undefined
      const { reader: _, ...told } = wait
      return told
    },
    active() {
      readsSince = undefined
      stopWaiting()
    },
    mode: () => modeOf(findTerminalReader(pid), lastLines(tail())),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** A program that only looks whether something was typed (a server that takes commands) waits for input only if it asked for it. */
function waits(reader: FoundReader, output: string): boolean {
  if (reader === undefined) return false
  if (reader !== 'unknown' && reader.how === 'blocked') return true
  return output !== '' && !output.endsWith('\n')
}

const nameOf = (reader: FoundReader): string => (typeof reader === 'object' ? String(reader.pid) : 'unknown')

const modeOf = (reader: FoundReader, output: string): TerminalMode =>
  typeof reader === 'object' ? readTerminalMode(reader.terminal, output.split('\n').at(-1) ?? '') : UNKNOWN_MODE

function describe(reader: FoundReader, output: string): Omit<InputWait, 'since'> {
  return {
    wait_id: randomUUID(),
    output,
    secret: modeOf(reader, output).isSecret,
    into: inputKindOf(typeof reader === 'object' ? reader.words : [], output),
  }
}

const lastLines = (text: string): string => text.split('\n').slice(-SHOWN_LINES).join('\n').slice(-LIMITS.maxShownPromptCharacters)
