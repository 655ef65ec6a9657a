// The masker runs over every text of every call: its cost must follow the length of the text, whatever was written into it.
import { expect, test } from 'vitest'
import { createMasker } from './masker.ts'

const { maskText } = createMasker()
const LENGTH = 250_000

const UNITS = [
  'a',
  'token',
  'password=',
  'password: ',
  'token="',
  "password='",
  'eyJ',
  'eyJa.',
  '-----BEGIN RSA PRIVATE KEY-----',
  '-----BEGIN RSA PRIVATE KEY-----\nA: b\n',
  '://',
  '://a:',
  'postgres://a:',
  'bearer ',
  'basic ',
  'curl ',
  'curl -u ',
  'mysql -',
  'key-',
  'sk-',
  'AKIA',
  'SG.',
  'SG.aaaaaaaaaaaaaaaaaaaaaaaa.',
  '.',
  'a.aaaaaa',
  'sl.',
  '$2a$',
  '$6$$',
  'login a password ',
  'secret_',
  'pat',
  '-us',
  '1:AA',
  'Cookie: a=',
  'authorization: ',
  'authorization: token ',
  '--password ',
  '<password>',
  'Q~',
  '&sig=',
  '\\n',
  '%20',
  '[0m',
  'x-api-key: a',
  'password-',
  'token.',
  '"token":"\\',
  'dp.pt.',
  "identified by '",
]

test.each(UNITS)('a long run of %j takes no longer than its length', (unit) => {
  for (const before of ['', '"password": "']) {
    const text = before + unit.repeat(LENGTH / unit.length)
    // Anything that grows with the square would take minutes, which the time limit of a test does not give.
    expect(maskText(text)).not.toBe('')
  }
})
