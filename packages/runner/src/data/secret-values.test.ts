import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { secretValues } from './secret-values.ts'

test('a value under a secret name is one, a folder or a file that is there is not', () => {
  const environment = { PWD: '/gone/away', OLDPWD: tmpdir(), DB_PWD: 'hunter2x', GOOGLE_APPLICATION_CREDENTIALS: import.meta.filename }
  expect(secretValues({ ...environment, API_TOKEN: 'abcdef', SHORT_TOKEN: 'abc', HOME: '/home/u' })).toEqual(['hunter2x', 'abcdef'])
})

test('a secret that only looks like a path is one', () => {
  expect(secretValues({ DB_PASSWORD: '/no/such/place-9' })).toEqual(['/no/such/place-9'])
})
