// sed: only scripts whose every command is known to print, delete or replace are LOW. `e` runs, `w` writes, `r` reads another file.
import { sentence } from '@countersign/protocol'
import { printable } from '../../risk/index.ts'
import type { Field } from '../../script/run.ts'
import { type Found, found, join, type ProgramCall } from '../found.ts'
import { judgePath } from '../places.ts'
import { foundEffect } from './effects.ts'
import { mayBeOption } from './readings.ts'

const FLAGS = /^-[nErsuz]+$|^--(?:quiet|silent|regexp-extended|separate|unbuffered|null-data|posix|debug|version|help)$/
const IN_PLACE = /^-[nErsuz]*i|^--in-place/

interface SedCall {
  readonly scripts: Field[]
  readonly files: Field[]
  readonly odd: Field[]
  isInPlace: boolean
}

export function judgeSed(call: ProgramCall): Found {
  const { scripts, files, odd, isInPlace } = readArguments(call.args)
  const judged = files.map((file) => judgePath(file, isInPlace ? 'write' : 'read', call.folders, call.facts))
  const unclear = [...odd, ...scripts.filter((script) => !isKnownScript(script))]
  return join(
    foundEffect(isInPlace ? 'changes' : 'reads', isInPlace ? 'sed -i' : 'sed'),
    ...judged,
    // A script in double quotes may hold numbers that only the run will tell; anything else in it could be a command.
    ...unclear.map(({ text }) => found('HIGH', sentence('everyday.sed-script', { script: printable(text) }))),
    mayBeOption(
      call,
      call.args.filter((field) => !scripts.includes(field)),
    ),
  )
}

/** Outside quotes `s,a,*,` may be the name of a file, and that of a file may hold a command; but no name holds a slash. */
const isKnownScript = ({ text, isOpen, isPattern }: Field): boolean =>
  (isPattern ? /^s\/[^/]*\/[^/]*\/[gpiI\d]*$/.test(text) && !text.includes('…') : !isOpen) && isPlainScript(text)

function readArguments(args: readonly Field[]): SedCall {
  const read: SedCall = { scripts: [], files: [], odd: [], isInPlace: false }
  let operandsOnly = false
  let hasScript = false
  for (let index = 0; index < args.length; index++) {
    const field = args[index] as Field
    const { text } = field
    if (!operandsOnly && text === '--') operandsOnly = true
    else if (!operandsOnly && /^-[nErsuz]*e$|^--expression$/.test(text)) {
      hasScript = true
      const script = args[++index]
      if (script) read.scripts.push(script)
      else read.odd.push(field)
    } else if (!operandsOnly && text.startsWith('--expression=')) {
      hasScript = true
      read.scripts.push({ ...field, text: text.slice('--expression='.length) })
    } else if (!operandsOnly && IN_PLACE.test(text)) read.isInPlace = true
    else if (!operandsOnly && FLAGS.test(text)) continue
    else if (!operandsOnly && text.startsWith('-') && text !== '-') read.odd.push(field)
    else if (hasScript) read.files.push(field)
    else {
      hasScript = true
      read.scripts.push(field)
    }
  }
  return read
}

/** One letter and nothing else; labels and line counts. */
const SIMPLE = /^(?:[=dDgGhHnNpPxz]|[qQlL]\s*\d*|[btT:]\s*[\w-]*)/

/** Addresses, then commands that print, delete, jump, add text or replace: nothing that names a file or runs. */
export function isPlainScript(script: string): boolean {
  let rest = script
  for (let count = 0; count < 200; count++) {
    rest = rest.replace(/^[\s;{}]+/, '')
    if (rest === '') return true
    if (rest.startsWith('#')) {
      const end = rest.indexOf('\n')
      rest = end < 0 ? '' : rest.slice(end)
      continue
    }
    const address = skipAddresses(rest)
    if (address === undefined) return false
    const after = address.replace(/^\{/, ';')
    if (after.startsWith(';')) {
      rest = after
      continue
    }
    const next = skipCommand(after)
    if (next === undefined) return false
    rest = next
  }
  return false
}

function skipCommand(text: string): string | undefined {
  const simple = SIMPLE.exec(text)?.[0]
  const following = simple === undefined ? skipReplacement(text) : text.slice(simple.length)
  if (following !== undefined) return /^\s*(?:[;}\n]|$)/.test(following) ? following : undefined
  // The text of a, i and c goes to the end of its line; a backslash continues it.
  const added = /^[aic](?:\\\n|\s|(?=\S))(?:[^\\\n]|\\[\s\S])*/.exec(text)?.[0]
  return added === undefined ? undefined : text.slice(added.length)
}

/** The text after none, one or two addresses, and `!`. */
function skipAddresses(text: string): string | undefined {
  const first = skipAddress(text)
  if (first === undefined) return undefined
  const comma = /^\s*,\s*/.exec(first)?.[0]
  if (first === text || comma === undefined) return first.replace(/^\s*!?\s*/, '')
  const second = first.slice(comma.length)
  const rest = skipAddress(second.replace(/^[+~](?=\d)/, ''))
  return rest === undefined || rest === second ? undefined : rest.replace(/^\s*!?\s*/, '')
}

function skipAddress(text: string): string | undefined {
  const line = /^(?:\d+(?:~\d+)?|\$)/.exec(text)?.[0]
  if (line !== undefined) return text.slice(line.length)
  const opening = /^(?:\/|\\([^\s\\[\w]))/.exec(text)
  if (!opening) return text
  const end = skipRegex(text, opening[0].length, opening[1] ?? '/')
  return end === undefined ? undefined : text.slice(end).replace(/^[IM]+/, '')
}

/**
 * After the separator that closes a pattern. A separator inside brackets does not close it for every sed, so a pattern that has one is not
 * understood: one reading of it could hide a command of the other.
 */
function skipRegex(text: string, start: number, separator: string): number | undefined {
  let index = start
  while (index < text.length && text[index] !== separator) {
    if (text[index] === '\n') return undefined
    if (text[index] === '[') {
      const bracket = /^\[\^?\]?(?:\[:\w+:\]|[^\][\\\n])*\]/.exec(text.slice(index))?.[0]
      if (bracket === undefined || bracket.includes(separator)) return undefined
      index += bracket.length
    } else index += text[index] === '\\' ? 2 : 1
  }
  return index < text.length ? index + 1 : undefined
}

/** `s/a/b/flags` with any separator, and `y/a/b/`. The flags e and w run and write. */
function skipReplacement(text: string): string | undefined {
  const separator = text[1]
  if (!/^[sy]/.test(text) || separator === undefined || /[\s\\;[\w]|[^!-~]/.test(separator)) return undefined
  const pattern = text.startsWith('s') ? skipRegex(text, 2, separator) : skipText(text, 2, separator)
  const end = pattern === undefined ? undefined : skipText(text, pattern, separator)
  if (end === undefined) return undefined
  const flags = text.startsWith('s') ? (/^[gpiIm\d]*/.exec(text.slice(end))?.[0] ?? '') : ''
  return text.slice(end + flags.length)
}

function skipText(text: string, start: number, separator: string): number | undefined {
  let index = start
  while (index < text.length && text[index] !== separator) index += text[index] === '\\' ? 2 : 1
  return index < text.length ? index + 1 : undefined
}
