// The masker runs over every text of every call: its cost must be proportional to the length of the text, whatever the text contains.
import { expect, test } from 'vitest'
import { timesOf } from '../../../../scripts/chaos/sample.ts'
import { createMasker } from './masker.ts'

const { maskText } = createMasker()
const LENGTH = timesOf(250_000, 100_000)
/** Far above what any of them takes, and far below quadratic time. */
const MAX_CPU_SECONDS = 5

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
  '"kty',
  '{"kty":',
  'kind: Secret\n',
  'kind: Secret\ndata:\n a: bcdefgh1\n',
  '"kind":"Secret","data":{"a":"b"}',
  'tokens:\n - a\n',
  'password:\n',
  '  password: |\n',
  'password: """',
  'token: ["',
  'tokens: [',
  ':a@tcp(',
  'echo a | --password-stdin',
  ':5432:',
  "auth=('a', ",
  'docker login ',
  'docker login -p',
  'kubectl create secret ',
  'name: password\nvalue: ',
  "define('PASSWORD', ",
  'variable "password" {\n',
  'name="password"\n',
  'set -x password ',
  'password  ',
  'password is ',
  'X-Auth-Token: ',
  'PWD=/a/b',
  'password=/a/b/c',
]

test.each(UNITS)('a long run of %j takes no longer than its length', (unit) => {
  for (const beginning of ['', '"password": "']) {
    const text = beginning + unit.repeat(LENGTH / unit.length)
    const before = process.cpuUsage()
    expect(maskText(text)).not.toBe('')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000_000).toBeLessThan(MAX_CPU_SECONDS)
  }
})
