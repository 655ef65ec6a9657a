// What the analysers of command/ find, judged by the rules of `ask` and `rehearse`: paths in every folder, words that may be paths, words that are
// known only when the program runs.
import { sentence } from '@countersign/protocol'
import type { Reading } from '../../command/reading.ts'
import { HARMLESS_WHATEVER_OPTION } from '../../programs/tables/operand-rules.ts'
import { highestRisk, printable, type Refusal } from '../../risk/index.ts'
import type { Field } from '../../script/run.ts'
import { plainField } from '../../script/run.ts'
import { type Found, found, join, NOTHING, type ProgramCall } from '../found.ts'
import { judgePath, judgeSuspect } from '../places.ts'

export function judgeReading(reading: Reading, { args, folders, facts }: ProgramCall): Found {
  const fieldOf = (index: number, text: string): Field => {
    const field = args[index]
    return field ? { ...field, text } : plainField(text)
  }
  return join(
    { ...NOTHING, findings: reading.findings, beside: highestRisk(reading.findings), network: reading.network },
    reading.network ? found('MEDIUM', 'everyday.needs-network', 'network') : NOTHING,
    ...reading.paths.map(({ index, path, use }) => judgePath(fieldOf(index, path), use === 'output' ? 'write' : use, folders, facts)),
    ...reading.suspects.map((text) => judgeSuspect(plainField(text), folders, facts)),
    ...reading.refusals.map(judgeRefusal),
  )
}

/** A refusal of the closed list is a question here, unless it protects a secret. */
function judgeRefusal(refusal: Refusal): Found {
  if (refusal.code === 'SENSITIVE_FILE') return { ...NOTHING, refusals: [refusal] }
  // A path is judged where its folder is known; the analysers know only its words.
  if (refusal.code === 'PATH_OUTSIDE_WORKSPACE') return found('HIGH', refusal.messageForm, 'outside')
  return found('HIGH', refusal.messageForm, 'not-understood')
}

/** No option of theirs runs a program or writes, and what they read the sandbox bounds. */
const ANY_WORD = new Set('ls cat head tail wc grep egrep fgrep echo printf du test [ cd pwd'.split(' '))

/** To them `--` is no more than a word: `find -- "$f"` deletes where `$f` is `-delete`. */
const NO_END_OF_OPTIONS = new Set(['find'])

/** A word that is known only when the program runs may begin with a dash, unless something is written before it or `--` comes first. */
export function mayBeOption({ name }: Pick<ProgramCall, 'name'>, args: readonly Field[]): Found {
  if (ANY_WORD.has(name) || HARMLESS_WHATEVER_OPTION.has(name)) return NOTHING
  const end = NO_END_OF_OPTIONS.has(name) ? -1 : args.findIndex(({ text, isOpen }) => text === '--' && !isOpen)
  const risky = (end < 0 ? args : args.slice(0, end)).find((field) => field.mayBeOption)
  if (!risky) return NOTHING
  return found('HIGH', sentence('everyday.may-be-option', { word: printable(risky.text), command: printable(name) }))
}
