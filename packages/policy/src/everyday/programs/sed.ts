// sed: only scripts whose every command is known to print, delete or replace are LOW. `e` runs, `w` writes, `r` reads another file.
import { sentence } from '@countersign/protocol'
import { printable } from '../../risk/index.ts'
import type { Field } from '../../script/fields.ts'
import { foundEffect } from '../effects.ts'
import { type Found, found, join, type ProgramCall } from '../found.ts'
import { judgePath } from '../places.ts'
import { mayBeOption } from '../readings.ts'

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
  const unclear = [...odd, ...scripts.filter(({ text, isOpen, isPattern }) => (isOpen && !isPattern) || !isPlainScript(text))]
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

const ADDRESS = /(?:\d+(?:~\d+)?|\$|\/(?:[^/\\\n]|\\.)*\/[IM]*|\\([^\\\n])(?:(?!\1)[^\\\n]|\\.)*\1[IM]*)/
const ADDRESSES = new RegExp(String.raw`^(?:${ADDRESS.source}(?:\s*,\s*(?:[+~]?\d+|\$|/(?:[^/\\\n]|\\.)*/[IM]*))?)?\s*!?\s*`)
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
    const after = rest.slice(ADDRESSES.exec(rest)?.[0].length ?? 0).replace(/^\{/, ';')
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

/** `s/a/b/flags` with any separator, and `y/a/b/`. The flags e and w run and write. */
function skipReplacement(text: string): string | undefined {
  const separator = text[1]
  if (!/^[sy]/.test(text) || separator === undefined || /[\s\\;]/.test(separator)) return undefined
  let index = 2
  for (let part = 0; part < 2; part++) {
    while (index < text.length && text[index] !== separator) index += text[index] === '\\' ? 2 : 1
    if (index >= text.length) return undefined
    index += 1
  }
  const flags = /^[gpiIm\d]*/.exec(text.slice(index))?.[0] ?? ''
  return text.slice(index + (text.startsWith('s') ? flags.length : 0))
}
