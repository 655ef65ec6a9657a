// Hides secrets in what is recorded, logged or shown: by the name before them, by their format, and by value if the value is known. One
// pass looks for the literals that announce a secret; a text without any is returned as the same string.
import { findAssignedSecrets, NAME_TRIGGERS, nameAround } from './assigned/assignments.ts'
import type { Span } from './assigned/multi-line-values.ts'
import { COMMAND_FORMATS } from './formats/command-formats.ts'
import { DOCUMENT_FORMATS } from './formats/document-formats.ts'
import { MASK, type SecretFormat } from './formats/format.ts'
import { STRUCTURED_FORMATS } from './formats/structured-formats.ts'
import { VENDOR_FORMATS } from './formats/vendor-formats.ts'
import { maskDiff } from './mask-diff.ts'
import { maskJson } from './mask-json.ts'
import { createTriggerScanner } from './trigger-scanner.ts'

/** Shorter values occur by chance in ordinary text. */
const MIN_VALUE_CHARACTERS = 8

/** What stands in place of a secret. */
export type Hide = (secret: string) => string

/**
 * Hides values that are known to be secret, such as those of the environment, wherever they appear, including in their JSON and URL
 * encodings.
 */
function createValueMasker(values: Iterable<string>): (text: string, hide: Hide) => string {
  const spellings = new Set(
    [...values]
      .flatMap((value) => [value, value.trim()])
      .filter(isLongEnough)
      .flatMap(spellingsOf),
  )
  // Longest first: one secret may begin with another.
  const ordered = [...spellings].filter(isLongEnough).sort((one, other) => other.length - one.length)
  return (text, hide) => ordered.reduce((rest, value) => (rest.includes(value) ? rest.replaceAll(value, () => hide(value)) : rest), text)
}

const isLongEnough = (value: string): boolean => value.length >= MIN_VALUE_CHARACTERS

function spellingsOf(value: string): string[] {
  const lines = value.includes('\n') ? value.split(/\r?\n/).filter((line) => line.length >= 2 * MIN_VALUE_CHARACTERS) : []
  return [value, JSON.stringify(value).slice(1, -1), encodeForLink(value), ...lines]
}

function encodeForLink(value: string): string {
  return value.isWellFormed() ? encodeURIComponent(value) : value
}

export interface Masker {
  maskText(text: string): string
  /** Has as many lines as the text: a secret that spans several lines is hidden on each. */
  maskLines(text: string): string
  /** Masks a unified diff: each side separately, line by line, so that markers, counts and headers stay correct. */
  maskDiff(diff: string): string
  /** The same object if nothing was masked, so that callers can compare by identity. */
  maskValue<T>(json: T): T
}

const FORMATS: readonly SecretFormat[] = [...VENDOR_FORMATS, ...STRUCTURED_FORMATS, ...COMMAND_FORMATS, ...DOCUMENT_FORMATS]
const TRIGGERS = [...NAME_TRIGGERS, ...new Set(FORMATS.flatMap(({ triggers }) => triggers))]
const FORMATS_OF = TRIGGERS.map((trigger, id) =>
  id < NAME_TRIGGERS.length ? [] : FORMATS.filter(({ triggers }) => triggers.includes(trigger)),
)
const scanForTriggers = createTriggerScanner(TRIGGERS)

export function createMasker(options: { knownValues?: Iterable<string> } = {}): Masker {
  const maskKnownValues = createValueMasker(options.knownValues ?? [])
  const maskText = (text: string): string => maskFormats(maskKnownValues(text, hideWhole), hideWhole)
  const maskLines = (text: string): string => maskFormats(maskKnownValues(text, hideByLine), hideByLine)
  const maskValue = <T>(json: T): T => maskJson(json, maskText) as T
  return { maskText, maskLines, maskDiff: (diff) => maskDiff(diff, { maskText, maskLines }), maskValue }
}

const hideWhole: Hide = () => MASK

const hideByLine: Hide = (secret) =>
  secret
    .split('\n')
    .map((line) => (line.trim() === '' ? line : MASK))
    .join('\n')

function maskFormats(text: string, hideSecret: Hide): string {
  const spans = findSpans(text)
  if (spans.length === 0) return text
  let masked = ''
  let done = 0
  for (const { start, end } of spans.sort((one, other) => one.start - other.start || other.end - one.end)) {
    if (end <= done) continue
    const from = Math.max(start, done)
    masked += text.slice(done, from) + (from === start ? hideSecret(text.slice(from, end)) : '')
    done = end
  }
  return masked + text.slice(done)
}

/** In the order of the literals that announce them; a span may begin before the previous one. */
function findSpans(text: string): Span[] {
  const spans: Span[] = []
  let done = 0
  let nameEnd = 0
  const keep = (found: readonly Span[]): void => {
    for (const span of found) {
      if (span.end <= span.start) continue
      spans.push(span)
      done = Math.max(done, span.end)
    }
  }
  scanForTriggers(text, (trigger, start) => {
    if (start < done) return
    if (trigger >= NAME_TRIGGERS.length) {
      keep(findFormat(FORMATS_OF[trigger] as SecretFormat[], text, start))
    } else if (start >= nameEnd) {
      const name = nameAround(text, start)
      nameEnd = name.end
      keep(findAssignedSecrets(text, name))
    }
  })
  return spans
}

function findFormat(formats: readonly SecretFormat[], text: string, start: number): readonly Span[] {
  for (const { pattern, accept, precheck, find, startsBefore = 0 } of formats) {
    if (start < startsBefore || (precheck && !precheck(text, start))) continue
    if (find) {
      const found = find(text, start)
      if (found.length > 0) return found
      continue
    }
    if (!pattern) continue
    pattern.lastIndex = start - startsBefore
    const match = pattern.exec(text)
    if (!match) continue
    const span = { start: match.index + (match[1]?.length ?? 0), end: match.index + match[0].length }
    if (!accept || accept(text.slice(span.start, span.end))) return [span]
  }
  return []
}
