import { expect, test } from 'vitest'
import { isAllowed } from './allowed-routes.ts'

const own = '01890000-0000-7000-8000-000000000001'
const other = '01890000-0000-7000-8000-000000000002'

test.each([
  ['GET', '/my/projects?limit=1'],
  ['GET', `/my/projects/${own}/approvals?status=pending`],
  ['POST', `/my/projects/${own}/approvals/${other}/approve`],
  ['POST', `/my/projects/${own}/chat/messages`],
  ['GET', `/my/tools/${other}`],
])('the page may ask for %s %s', (method, path) => {
  expect(isAllowed({ method, path, isStream: false }, own)).toBe(true)
})

test.each([
  ['another project', 'GET', `/my/projects/${other}/approvals`],
  ['another project by a way back', 'GET', `/my/projects/${own}/../${other}/approvals`],
  ['the same, escaped', 'GET', `/my/projects/${own}/%2e%2e/${other}/approvals`],
  ['a code that signs in', 'POST', '/auth/code'],
  ['a renewed token', 'POST', '/auth/renew'],
  ['a token of a runner', 'POST', `/my/projects/${own}/runner/token`],
  ['who has access', 'GET', '/my/devices'],
  ['allowing a device', 'POST', '/my/devices/allow'],
  ['an answer in whatever project', 'POST', `/my/approvals/${other}/confirm`],
  ['what only a runner may do', 'POST', `/my/projects/${own}/tools/${other}/result`],
  ['what agents use', 'POST', `/my/projects/${own}/mcp`],
  ['what is no route', 'GET', '/etc/passwd'],
  ['allowing a device behind backslashes', 'POST', '/my/approvals/..\\devices\\allow#/confirm'],
  ['a token of a runner behind backslashes', 'POST', `/my/approvals/..\\projects\\${own}\\runner\\token#/confirm`],
  ['who has access behind a tab', 'GET', '/my/tools/.\t./devices'],
  ['who has access behind a backslash', 'GET', '/my/tools/..\\devices'],
  ['a way back in the project', 'GET', `/my/projects/${own}/tools/..\\..\\${other}\\tools/available`],
  ['a path with a part that is not sent', 'GET', `/my/projects/${own}/grants#/x`],
  ['another project in other letters', 'GET', `/MY/projects/${other}/approvals`],
  ['another project in one segment', 'GET', `/my/projects/${own}%2f..%2f${other}/approvals`],
  ['another server', 'GET', '//other.invalid/my/projects'],
  ['a segment with a semicolon', 'GET', `/my/projects/${own};${other}/approvals`],
  ['the right path by another method', 'DELETE', `/my/projects/${own}/approvals`],
])('the page may not ask for %s', (_, method, path) => {
  expect(isAllowed({ method, path, isStream: false }, own)).toBe(false)
})

test('the stream is asked for as a stream, and nothing else is', () => {
  const path = `/my/projects/${own}/chat/stream?forms=true`
  expect(isAllowed({ method: 'GET', path, isStream: true }, own)).toBe(true)
  expect(isAllowed({ method: 'GET', path, isStream: false }, own)).toBe(false)
  expect(isAllowed({ method: 'GET', path: '/my/projects', isStream: true }, own)).toBe(false)
})
