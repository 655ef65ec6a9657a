// The two windows of docs/websocket.md, typed exactly as shown there, with wscat from npm.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { scenario } from '../../scenario.ts'
import { sharedWorld } from '../../world/shared-world.ts'

const world = sharedWorld()
const WSCAT = join(dirname(createRequire(import.meta.url).resolve('wscat/package.json')), 'bin/wscat')

/** The input that the page shows, in its order. */
const typed = readFileSync(new URL('../../../../docs/websocket.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('> {'))
  .map((line) => line.slice(2))

interface Window extends Disposable {
  type(line: string): void
  sees(words: string): Promise<string>
}

function openWindow(token: string): Window {
  const address = `${world().url.replace(/^http/, 'ws')}/my/projects/${world().projectId}/ws`
  const command = `${process.execPath} ${WSCAT} --no-color -c ${address} -H "Authorization: Bearer $TOKEN"`
  // A terminal, as a person has: in a pipe wscat does not say that it is connected.
  const child = spawn('script', ['-qfec', command, '/dev/null'], { env: { ...process.env, TOKEN: token } })
  let screen = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
  })
  return {
    type: (line) => void child.stdin.write(`${line}\n`),
    sees: (words) => eventually(words, () => screen.split('\n').find((line) => line.includes(words))),
    [Symbol.dispose]: () => void child.kill(),
  }
}

scenario('an agent and an operator in two windows of wscat', { verifies: ['websocket.messages'] }, async () => {
  const [read = '', write = '', approve = '', ...more] = typed
  expect(more).toEqual([])
  await world().runnerOnline()
  using agent = openWindow(world().tokens.agent)
  using operator = openWindow(world().tokens.operator)
  await agent.sees('Connected')
  await operator.sees('Connected')
  agent.type(read)
  expect(await agent.sees('"call_001","result"')).toContain('# Sample')
  agent.type(write)
  const question = await operator.sees('"requires_approval":true')
  const [, callId = ''] = /"call_id":"([^"]+)"/.exec(question) ?? []
  operator.type(approve.replace(/"call_id":"[^"]+"/, `"call_id":"${callId}"`))
  expect(await agent.sees('"call_002","result"')).toContain('"bytes_written":8')
  await operator.sees('"bytes_written":8')
  expect(await world().workspace.read('notes/today.md')).toBe('# Today\n')
})
