// Hides secrets in what is recorded, logged or shown: by the name before them, by their format, and by value if the value is known. One
// pass looks for the literals that announce a secret; a text without any is returned as the same string.

import { inEnglish, renderSentence, type Sentence, sentence } from '@countersign/protocol'
import { findAssignedSecrets, NAME_TRIGGERS, nameAround } from './assigned/assignments.ts'
import type { Span } from './assigned/multi-line-values.ts'
import { COMMAND_FORMATS } from './formats/command-formats.ts'
import { DOCUMENT_FORMATS } from './formats/document-formats.ts'
import { MASK, type SecretFormat } from './formats/format.ts'
import { STRUCTURED_FORMATS } from './formats/structured-formats.ts'
import { VENDOR_FORMATS } from './formats/vendor-formats.ts'
import { maskDiff } from './mask-diff.ts'
import { maskJson } from './mask-json.ts'

/** Shorter values occur by chance in ordinary text. */
const MIN_VALUE_CHARACTERS = 8

/** What stands in place of a secret. */
type Hide = (secret: string) => string

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
/** Created with the first text, because its tables take long enough to be felt at every start. */
let scanForTriggers: ReturnType<typeof createTriggerScanner> | undefined

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
  scanForTriggers ??= createTriggerScanner(TRIGGERS)
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
  for (const { pattern, accept, nextDot, find, startsBefore = 0 } of formats) {
    if (start < startsBefore || (nextDot !== undefined && text[start + nextDot] !== '.')) continue
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

/**
 * Masks a sentence in the same way as its English text, so that no slot shows in another language what the text hides. The same object if
 * nothing was masked. If the parts cannot be masked like the whole, the text replaces the form.
 */
export function maskSentence(masker: Masker, said: Sentence): Sentence {
  const text = inEnglish(said)
  const masked = masker.maskText(text)
  if (masked === text) return said
  const parts = masker.maskValue(said)
  return renderSentence(parts) === masked ? parts : sentence('text', { text: masked })
}

type OnHit = (trigger: number, start: number) => void

interface Trie {
  readonly children: Map<number, number>[]
  readonly outputs: number[][]
}

/**
 * Finds every occurrence of many short literals in one pass (Aho-Corasick, ASCII case folded). Its cost depends only on the length of the
 * text, never on what an attacker wrote into it, so it may run over every text of every call.
 */
function createTriggerScanner(triggers: readonly string[]): (text: string, onHit: OnHit) => void {
  const { classOf, width } = classifyCharacters(triggers)
  const trie = buildTrie(triggers, classOf)
  const next = connectStates(trie, width)
  const rows = packRows(next, trie, width)
  return (text, onHit) => {
    let row = 0
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      row = rows[row + (code < 128 ? (classOf[code] as number) : 0)] as number
      if (row >= 0) continue
      row = ~row
      for (const id of trie.outputs[row / width] as number[]) onHit(id, index - (triggers[id] as string).length + 1)
    }
  }
}

/** A state is stored as the offset of its row, so that the loop need not multiply; complemented if a trigger ends there. */
function packRows(next: Uint16Array, trie: Trie, width: number): Int32Array {
  const isEnd = trie.outputs.map((ended) => ended.length > 0)
  const rows = new Int32Array(next.length)
  for (let index = 0; index < rows.length; index++) {
    const row = (next[index] as number) * width
    rows[index] = isEnd[next[index] as number] ? ~row : row
  }
  return rows
}

/** Characters that occur in no trigger share class 0, which keeps the table small enough for the processor's cache. */
function classifyCharacters(triggers: readonly string[]): { classOf: Uint8Array; width: number } {
  const classOf = new Uint8Array(128)
  let width = 1
  for (const character of new Set(triggers.join('').toLowerCase())) {
    const code = character.charCodeAt(0)
    if (code >= 128) throw new RangeError(`a trigger must be ASCII: ${character}`)
    classOf[code] = width
    classOf[character.toUpperCase().charCodeAt(0)] = width
    width += 1
  }
  return { classOf, width }
}

function buildTrie(triggers: readonly string[], classOf: Uint8Array): Trie {
  const trie: Trie = { children: [new Map()], outputs: [[]] }
  triggers.forEach((trigger, id) => {
    let state = 0
    for (let index = 0; index < trigger.length; index++) state = childOf(trie, state, classOf[trigger.charCodeAt(index)] as number)
    trie.outputs[state]?.push(id)
  })
  return trie
}

function childOf(trie: Trie, state: number, characterClass: number): number {
  const children = trie.children[state] as Map<number, number>
  const known = children.get(characterClass)
  if (known !== undefined) return known
  const created = trie.children.push(new Map()) - 1
  trie.outputs.push([])
  children.set(characterClass, created)
  return created
}

/** Breadth first: a state's fallback is shallower, so its row and outputs are complete when they are copied. */
function connectStates(trie: Trie, width: number): Uint16Array {
  const next = new Uint16Array(trie.children.length * width)
  const fallback = new Uint16Array(trie.children.length)
  const queue = [0]
  for (const state of queue) {
    const inherited = fallback[state] as number
    if (state !== 0) next.copyWithin(state * width, inherited * width, (inherited + 1) * width)
    for (const [characterClass, child] of trie.children[state] as Map<number, number>) {
      fallback[child] = next[state * width + characterClass] as number
      next[state * width + characterClass] = child
      queue.push(child)
    }
    if (state !== 0) trie.outputs[state]?.push(...(trie.outputs[inherited] as number[]))
  }
  return next
}
