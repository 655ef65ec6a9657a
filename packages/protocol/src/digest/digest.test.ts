import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import {
  callDigest,
  canonicalJson,
  digestOf,
  findReferences,
  hasReference,
  isBodyReference,
  referenceTo,
  resolveReferences,
  storeLongTexts,
  withTexts,
} from './digest.ts'

describe('canonical JSON', () => {
  test('does not depend on the order of keys, and reads back as the same value', () => {
    void fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    expect(canonicalJson({ b: 1, a: [{ d: 2, c: null }] })).toBe('{"a":[{"c":null,"d":2}],"b":1}')
    expect(canonicalJson({ a: undefined, b: [undefined] })).toBe('{"b":[null]}')
  })

  test('has no form for what JSON cannot hold', () => {
    for (const value of [() => 1, 1n, Symbol('x'), undefined]) expect(() => canonicalJson(value)).toThrow(TypeError)
  })

  test('refuses in words a number that became infinite, and what is too deep for any code that walks it', () => {
    const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
    expect(() => canonicalJson(JSON.parse('{"offset":[1e400]}'))).toThrow('Invalid arguments: a number in it is too large')
    expect(canonicalJson(nested(LIMITS.maxJsonDepth))).toHaveLength(2 * LIMITS.maxJsonDepth)
    for (const depth of [LIMITS.maxJsonDepth + 2, 200_000])
      expect(() => canonicalJson(nested(depth))).toThrow('Invalid arguments: it is nested deeper than 256 levels')
  })
})

describe('a digest', () => {
  test('is SHA-256 in hex, of text and of bytes', () => {
    expect(digestOf('ä')).toBe(createHash('sha256').update('ä').digest('hex'))
    expect(digestOf(new Uint8Array([1, 2]))).toBe(
      createHash('sha256')
        .update(Buffer.from([1, 2]))
        .digest('hex'),
    )
  })

  test('of a call changes with the tool, every parameter and the network', () => {
    const call = { tool_name: 'execute_command', tool_params: { command: 'ls', timeout: 30 }, network: false }
    const others = [
      { ...call, tool_name: 'x' },
      { ...call, network: true },
      { ...call, tool_params: { command: 'ls', timeout: 31 } },
    ]
    expect(new Set([call, ...others].map(callDigest)).size).toBe(4)
    expect(callDigest({ ...call, tool_params: { timeout: 30, command: 'ls' } })).toBe(callDigest(call))
  })
})

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
