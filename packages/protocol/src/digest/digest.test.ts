import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { callDigest, canonicalJson, digestOf } from './digest.ts'

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
