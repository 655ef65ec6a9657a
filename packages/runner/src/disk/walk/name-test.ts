// A glob for one name, made ready once: most patterns are a plain name, `*` or `*.ts`, and need no matching step by step.
import { matchName } from '@countersign/policy'

export type NameTest = (name: string) => boolean

/** Names that start with a dot match only a pattern that does, unless `anyDot` is set. */
export function compileName(pattern: string, anyDot = false): NameTest {
  if (!/[*?[\\]/.test(pattern)) return (name) => name === pattern
  const ending = pattern.slice(1)
  if (!pattern.startsWith('*') || /[*?[\\]/.test(ending)) return (name) => matchName(pattern, name, anyDot)
  return anyDot ? (name) => name.endsWith(ending) : (name) => !name.startsWith('.') && name.endsWith(ending)
}
