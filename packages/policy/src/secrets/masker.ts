// Hides secrets in what is recorded, logged or shown: by the name before them, by their format, and by value where the value is known.
// One pass looks for the literals that announce a secret; a text without any is returned as it came, the same object.
import { findAssignedSecret, NAME_TRIGGERS, nameAround, type Span } from './assignments.ts'
import { MASK, type SecretFormat } from './format.ts'
import { createValueMasker, type Hide } from './known-values.ts'
import { maskDiff } from './mask-diff.ts'
import { maskJson } from './mask-json.ts'
import { STRUCTURED_FORMATS } from './structured-formats.ts'
import { createTriggerScanner } from './trigger-scanner.ts'
import { VENDOR_FORMATS } from './vendor-formats.ts'

export interface Masker {
  maskText(text: string): string
  /** As many lines as the text has: what spans several is hidden on each. */
  maskLines(text: string): string
  /** A unified diff: each side by itself, line by line, so that markers, counts and headers stay true. */
  maskDiff(diff: string): string
  /** The same object where nothing was masked, so that callers can compare by identity. */
  maskValue<T>(json: T): T
}

const FORMATS: readonly SecretFormat[] = [...VENDOR_FORMATS, ...STRUCTURED_FORMATS]
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
  let masked = ''
  let done = 0
  let nameEnd = 0
  const hide = (span: Span | undefined): void => {
    if (!span || span.start < done || span.end <= span.start) return
    masked += text.slice(done, span.start) + hideSecret(text.slice(span.start, span.end))
    done = span.end
  }
  scanForTriggers(text, (trigger, start) => {
    if (start < done) return
    if (trigger >= NAME_TRIGGERS.length) {
      hide(findFormat(FORMATS_OF[trigger] as SecretFormat[], text, start))
    } else if (start >= nameEnd) {
      const name = nameAround(text, start)
      nameEnd = name.end
      hide(findAssignedSecret(text, name))
    }
  })
  return done === 0 ? text : masked + text.slice(done)
}

function findFormat(formats: readonly SecretFormat[], text: string, start: number): Span | undefined {
  for (const { pattern, accept, precheck, startsBefore = 0 } of formats) {
    if (start < startsBefore || (precheck && !precheck(text, start))) continue
    pattern.lastIndex = start - startsBefore
    const match = pattern.exec(text)
    if (!match) continue
    const span = { start: match.index + (match[1]?.length ?? 0), end: match.index + match[0].length }
    if (!accept || accept(text.slice(span.start, span.end))) return span
  }
  return undefined
}
