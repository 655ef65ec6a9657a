import { expect, test } from 'vitest'
import { secretKind } from './secret-names.ts'

test.each(
  'password PASSWORD userPassword db_passwd pwd DB_PASS smtp_pass dbpass passphrase password_hash PASSWORD_2 new_password mnemonic config.password'.split(
    ' ',
  ),
)('%s holds a password', (name) => {
  expect(secretKind(name)).toBe('password')
})

test.each(
  (
    'token access_token refreshToken API_KEY apiKey x-api-key client_secret clientSecret authorization Proxy-Authorization cookie Set-Cookie private_key ' +
    'secret secrets credentials AWS_SECRET_ACCESS_KEY SECRET_KEY_BASE accountKey _auth _authToken csrf_token jwt client-key-data GITHUB_TOKEN token_value'
  ).split(' '),
)('%s holds a token', (name) => {
  expect(secretKind(name)).toBe('token')
})

test.each(
  (
    'tokens max_tokens tokens_used prompt_tokens token_type token_count tokenizer next_page_token continuationToken page_token cancellationToken eos_token key ' +
    'keys public_key primary_key key_id cache_key path author authority oauth_callback passed compass bypass password_min_length password_field PASSWORD_FILE ' +
    'PWD OLDPWD secret_name secretArn cookie_domain session_id keyboard monkey name type'
  ).split(' '),
)('%s holds no secret', (name) => {
  expect(secretKind(name)).toBeUndefined()
})

test('endless names neither fill the memory nor slow the decision', () => {
  for (let index = 0; index < 10_000; index++) secretKind(`name_${index}`)
  expect(secretKind('password')).toBe('password')
  expect(secretKind(`${'x'.repeat(100_000)}_password`)).toBe('password')
})
