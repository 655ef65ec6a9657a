// An output stored as spans of bytes: what reading from an offset returns, and where bytes are missing.
import type { OutputPart } from './ports.ts'

export interface OutputSpan {
  readonly start: number
  readonly length: number
}

export interface ReadPlan<Span> extends Omit<OutputPart, 'bytes'> {
  /** Consecutive, without a gap between them. */
  readonly parts: readonly { readonly span: Span; readonly skip: number; readonly length: number }[]
}

/** Spans may overlap and arrive in any order. */
export function planRead<Span extends OutputSpan>(unsorted: readonly Span[], after: number, maxBytes: number): ReadPlan<Span> {
  const spans = unsorted.filter(({ length }) => length > 0).sort((a, b) => a.start - b.start)
  const start = spans.some((span) => covers(span, after)) ? after : (spans.find((span) => span.start > after)?.start ?? after)
  const parts: { span: Span; skip: number; length: number }[] = []
  let at = start
  for (const span of spans) {
    const length = Math.min(endOf(span) - at, start + maxBytes - at)
    if (!covers(span, at) || length <= 0) continue
    parts.push({ span, skip: at - span.start, length })
    at += length
  }
  return { start, parts, ...extentOf(spans) }
}

const endOf = ({ start, length }: OutputSpan): number => start + length

const covers = (span: OutputSpan, offset: number): boolean => span.start <= offset && offset < endOf(span)

function extentOf(spans: readonly OutputSpan[]): { end: number; missing: number } {
  let end = 0
  let missing = 0
  for (const span of spans) {
    missing += Math.max(0, span.start - end)
    end = Math.max(end, endOf(span))
  }
  return { end, missing }
}
