// Which process of a tree waits to read from its terminal, and what kind of program that is.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { errnoOf } from '../../disk/file-failure.ts'
import { descendantsOf } from '../../programs/process-facts.ts'
import { type Waiting, waitedDescriptors } from './waited-descriptors.ts'

export interface TerminalReader {
  readonly pid: number
  readonly how: Waiting['how']
  /** A name under which the terminal can be opened from outside. */
  readonly terminal: string
  readonly words: readonly string[]
}

/** `unknown` where a process of the tree cannot be looked at. */
export type FoundReader = TerminalReader | 'unknown' | undefined

const MAX_THREADS = 64
const TERMINAL = /^\/dev\/(?:pts\/\d+|tty)$/

/** `leader` itself makes the terminal, or the sandbox that does: it is not looked at. */
export function findTerminalReader(leader: number): FoundReader {
  let found: FoundReader
  for (const pid of treeOf(leader)) {
    const reader = readerIn(pid)
    if (typeof reader === 'object') return reader
    found ??= reader
  }
  return found
}

/** The kernel lists the children of each; without that, all processes of the machine are looked at. */
function treeOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim()
    return children === '' ? [] : children.split(' ').flatMap((child) => [Number(child), ...treeOf(Number(child))])
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    return descendantsOf(pid).map((each) => each.pid)
  }
}

function readerIn(pid: number): FoundReader {
  try {
    const terminal = ownTerminal(pid)
    if (terminal === undefined) return undefined
    for (const thread of readdirSync(`/proc/${pid}/task`).slice(0, MAX_THREADS)) {
      const waiting = waitedDescriptors(`/proc/${pid}/task/${thread}`)
      if (waiting?.descriptors.some((descriptor) => isTerminal(linkOf(pid, descriptor))))
        return { pid, how: waiting.how, terminal, words: wordsOf(pid) }
    }
    return undefined
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    return errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ESRCH' ? undefined : 'unknown'
  }
}

/** By a descriptor: names of the sandbox mean nothing outside, and /dev/tty is another one for whoever opens it. */
function ownTerminal(pid: number): string | undefined {
  const descriptors = readdirSync(`/proc/${pid}/fd`).map(Number)
  const found = descriptors.find((descriptor) => /pts\/\d/.test(linkOf(pid, descriptor) ?? ''))
  return found === undefined ? undefined : `/proc/${pid}/fd/${found}`
}

const isTerminal = (link: string | undefined): boolean => link !== undefined && TERMINAL.test(link)

function linkOf(pid: number, descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`)
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
    return undefined
  }
}

const wordsOf = (pid: number): string[] => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
