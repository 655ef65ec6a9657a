import { inEnglish, sentence } from '@countersign/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMasker, maskSentence } from './masker.ts'

const { maskText, maskValue } = createMasker()

describe('by name', () => {
  test('a value under a secret name is hidden whatever it looks like', () => {
    const call = {
      password: 'a',
      api_key: 'b',
      clientSecret: 'c',
      'Set-Cookie': 'd',
      private_key: 'e',
      authorization: 'f',
      path: 'g',
      key: 'h',
    }
    expect(maskValue(call)).toEqual({
      password: '[masked]',
      api_key: '[masked]',
      clientSecret: '[masked]',
      'Set-Cookie': '[masked]',
      private_key: '[masked]',
      authorization: '[masked]',
      path: 'g',
      key: 'h',
    })
  })
  test('lists and maps under a secret name are hidden in depth, keeping their shape', () => {
    expect(maskValue({ cookies: { sid: 'abc', on: true }, secrets: ['x', ['y'], 1_234, null] })).toEqual({
      cookies: { sid: '[masked]', on: true },
      secrets: ['[masked]', ['[masked]'], '[masked]', null],
    })
  })
  test('the argument after a secret flag is hidden', () => {
    expect(maskValue({ args: ['--user', 'bob', '--password', 'word', '--verbose'] })).toEqual({
      args: ['--user', 'bob', '--password', '[masked]', '--verbose'],
    })
  })
  test('the pass beside a user is hidden', () => {
    expect(maskValue({ auth: { user: 'bob', pass: 'word' } })).toEqual({ auth: { user: 'bob', pass: '[masked]' } })
    expect(maskValue({ pass: 'yes', fail: 'no' })).toEqual({ pass: 'yes', fail: 'no' })
  })
  test('what stands beside it makes a field a secret', () => {
    expect(
      maskValue([
        { name: 'DB_PASSWORD', value: 'word' },
        { name: 'PORT', value: 'word' },
      ]),
    ).toEqual([
      { name: 'DB_PASSWORD', value: '[masked]' },
      { name: 'PORT', value: 'word' },
    ])
    expect(maskValue({ kind: 'Secret', data: { cert: 'abc' } })).toEqual({ kind: 'Secret', data: { cert: '[masked]' } })
    expect(maskValue({ kty: 'oct', k: 'abc', kid: '1' })).toEqual({ kty: 'oct', k: '[masked]', kid: '1' })
    expect(maskValue({ d: 'M0 0', k: 'abc' })).toEqual({ d: 'M0 0', k: 'abc' })
  })
  test('a folder is no secret, whatever it is called', () => {
    const folders = { PWD: '/home/u/ws', OLDPWD: '/', pwd: '/home/u/ws' }
    expect(maskValue(folders)).toBe(folders)
    expect(maskValue({ pwd: 'hunter2x' })).toEqual({ pwd: '[masked]' })
    for (const text of ['PWD=/home/u/ws', 'OLDPWD=/tmp/x', 'DB_PWD=/var/lib/db', 'pwd is /home/u/ws']) expect(maskText(text)).toBe(text)
    expect(maskText('DB_PWD=hunter2x')).toBe('DB_PWD=[masked]')
  })
  test('all of several under one key are hidden', () => {
    expect(maskText('tokens:\n  - kJ8vQ2xR7mWn\n  - pL4tY9zB3cHd\nport: 1')).toBe('tokens:\n  - [masked]\n  - [masked]\nport: 1')
    expect(maskText('"api_keys": ["kJ8vQ2xR7mWn",\n "pL4tY9zB3cHd"]')).toBe('"api_keys": ["[masked]",\n "[masked]"]')
    expect(maskText('password: |\n  one two\n\n  three\nuser: bob')).toBe('password: |\n  [masked]\n\n  [masked]\nuser: bob')
    const sorted = 'data:\n  cert: a0o4dlEyeFI3\n  password: a0o4dlEyeFI4\nkind: Secret\n'
    expect(maskText(sorted)).toBe('data:\n  cert: [masked]\n  password: [masked]\nkind: Secret\n')
  })
  test('a secret used as a name is hidden too', () => {
    expect(maskValue({ [`ghp_${'a1B2'.repeat(9)}`]: 1 })).toEqual({ 'ghp_[masked]': 1 })
  })
})

describe('by known value', () => {
  const known = createMasker({
    knownValues: ['correct horse', 'correct horse battery', 'short', 'line one of a key\nline two of a key', 'a/b c&d=é'],
  })
  test('a known value is hidden wherever it appears, the longest first', () => {
    expect(known.maskText('x correct horse battery y correct horse')).toBe('x [masked] y [masked]')
  })
  test('a value of fewer than eight characters is left alone', () => {
    expect(known.maskText('a short text')).toBe('a short text')
  })
  test('the spellings of JSON and of links, and single lines, are hidden', () => {
    expect(known.maskText('"line one of a key\\nline two of a key"')).toBe('"[masked]"')
    expect(known.maskText('?q=a%2Fb%20c%26d%3D%C3%A9')).toBe('?q=[masked]')
    expect(known.maskText('> line two of a key')).toBe('> [masked]')
  })
})

describe('whatever comes in', () => {
  test('a value without secrets is the same object', () => {
    const value = { a: [1, { b: 'plain text' }], secret: false, tokens: [], password: '' }
    expect(maskValue(value)).toBe(value)
  })
  test('a value too deep to walk is hidden, not shown', () => {
    let deep: unknown = 'ordinary'
    for (let level = 0; level < 5_000; level++) deep = [deep]
    expect(JSON.stringify(maskValue(deep))).toContain('[masked]')
  })
  test('a list of secrets deeper than the walk is hidden as well', () => {
    let deep: unknown = 'value'
    for (let level = 0; level < 5_000; level++) deep = { nested: deep }
    expect(JSON.stringify(maskValue({ token: deep }))).not.toContain('value')
  })
  test('any JSON value and any text is masked without an exception, and masking again changes nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = maskValue(value)
        expect(maskValue(once)).toEqual(once)
      }),
      { numRuns: 300 },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => typeof maskText(text) === 'string'),
      { numRuns: 300 },
    )
  })
})

const masker = createMasker({ knownValues: ['hunter2hunter2', 'ab to cd'] })

test('a sentence that hides nothing stays the same object', () => {
  const said = sentence('title.write', { path: 'a.md' })
  expect(maskSentence(masker, said)).toBe(said)
})

test('a secret in a slot is masked there, and the form stays', () => {
  const masked = maskSentence(masker, sentence('title.run', { command: 'login hunter2hunter2' }))
  expect(masked.form).toBe('title.run')
  expect(inEnglish(masked)).not.toContain('hunter2')
})

test('a secret across slots is masked as in the text, which takes the place of the form', () => {
  const said = sentence('title.move', { from: 'ab', to: 'cd' })
  const masked = maskSentence(masker, said)
  expect(masked.form).toBe('text')
  expect(inEnglish(masked)).toBe(masker.maskText(inEnglish(said)))
})
