// A result is untrusted: each field is checked before it is shown.
import type { Call } from '../../../mirror/calls/call.ts'

export type Fields = Readonly<Record<string, unknown>>

/** The props of every result component. */
export interface ResultProps {
  readonly fields: Fields
  readonly call: Call
}

export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
