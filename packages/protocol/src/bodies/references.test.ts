import { describe, expect, it } from 'vitest'
import { digestOf } from '../digest/digest.ts'
import { LIMITS } from '../limits/limits.ts'
import { findReferences, hasReference, isBodyReference, referenceTo, resolveReferences, storeLongTexts, withTexts } from './references.ts'

const long = 'ä'.repeat(LIMITS.inlineValueBytes / 2 + 1)

describe('a body reference', () => {
  it('is an object with the digest of a body and nothing else', () => {
    expect(isBodyReference(referenceTo('x'))).toBe(true)
    for (const value of ['x', null, [], {}, { $body: 'x' }, { $body: digestOf('x'), more: 1 }]) expect(isBodyReference(value)).toBe(false)
  })

  it('is found only where a whole field is one', () => {
    const fields = { a: referenceTo('x'), b: { inner: referenceTo('y') }, c: [referenceTo('z')] }
    expect(findReferences(fields)).toEqual({ a: referenceTo('x') })
    expect(hasReference({ b: fields.b, c: fields.c })).toBe(false)
  })

  it('stands for every text over the inline limit, counted in bytes, and is resolved to the same text', async () => {
    const bodies = new Map<string, Uint8Array>()
    const store = async (content: Uint8Array) => {
      bodies.set(digestOf(content), content)
      return digestOf(content)
    }
    const fields = { path: 'a.txt', content: long, short: long.slice(1), count: 3 }
    const stored = await storeLongTexts(fields, store)
    expect(stored).toEqual({ ...fields, content: referenceTo(long) })
    expect(await resolveReferences(stored, async (digest) => new TextDecoder().decode(bodies.get(digest)))).toEqual(fields)
  })

  it('stays where nothing is given for it', async () => {
    const fields = { a: referenceTo('x'), b: referenceTo('y') }
    expect(await resolveReferences(fields, async (_, name) => (name === 'a' ? 'x' : undefined))).toEqual({ a: 'x', b: referenceTo('y') })
  })

  it('is an empty text for whoever reads only the other fields', () => {
    expect(withTexts({ a: referenceTo('x'), b: referenceTo('y'), c: 1 }, { b: 'y' })).toEqual({ a: '', b: 'y', c: 1 })
  })
})
