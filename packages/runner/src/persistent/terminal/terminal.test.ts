// Real processes that read from their terminal, in the sandbox of this machine and without one.

import { beforeAll, describe, expect, test } from 'vitest'
import { eventually, pause } from '../../../../test-kit/src/wait.ts'
import { NO_SANDBOX, openPersistentIn, powersOfCall } from '../../../test/hosts/persistent-in.ts'
import { detectTestSandbox } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import type { Sandbox } from '../../sandbox/index.ts'

let sandboxed: Sandbox

beforeAll(async () => {
  sandboxed = await detectTestSandbox()
})

const FILES = {
  'ask.py': 'name = input("Name: ")\nprint("hello", name)\n',
  'password.py': 'import getpass\nword = getpass.getpass("Password: ")\nprint("got", word)\n',
  'ask.mjs':
    "import { createInterface } from 'node:readline/promises'\nconst io = createInterface(process.stdin, process.stdout)\nconsole.log('hello', await io.question('Name: '))\nio.close()\n",
  'serve.mjs':
    "console.log('ready'); process.stdin.on('data', (data) => console.log('told', String(data))); setInterval(() => undefined, 1_000)",
}

async function open(sandbox: Sandbox, line: string) {
  const place = createTemporaryWorkspace(FILES)
  const persistent = await openPersistentIn({ root: place.root, dataDir: place.at('../data'), sandbox })
  const powers = powersOfCall()
  await persistent.start({ processId: 'p', line, cwd: '.' }, powers)
  const waiting = () => persistent.reports()[0]?.waiting
  const output = () => persistent.read({ processId: 'p', after: 0 }).output
  return {
    persistent,
    tool: powers.tool_id,
    waiting,
    output,
    untilWaiting: () => eventually('the wait', waiting),
    untilPrinted: async (text: string) => void (await eventually(`${text} in ${output()}`, () => output().includes(text))),
    async [Symbol.asyncDispose]() {
      await persistent[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    },
  }
}

describe.concurrent.each([
  ['in a sandbox', () => sandboxed],
  ['without a sandbox', () => NO_SANDBOX],
])('%s', (_, sandbox) => {
  test.each([
    ['bash', 'read -p "Name: " name; echo hello $name'],
    ['python', 'python3 ask.py'],
    ['node', 'node ask.mjs'],
  ])('%s waits for input, is answered and goes on', async (_name, line) => {
    await using world = await open(sandbox(), line)
    const wait = await world.untilWaiting()
    expect(wait).toMatchObject({ secret: false, into: 'program', output: 'Name: ' })
    expect(world.persistent.read({ processId: 'p', after: 0 }).waitsForInput).toBe(true)
    await world.persistent.answer(world.tool, { waitId: wait.wait_id, text: 'Ada' })
    await world.untilPrinted('hello Ada')
    expect(world.waiting()).toBeUndefined()
    await eventually('its end', () => world.persistent.reports()[0]?.exit_code === 0)
  })

  test.each([
    ['bash', 'read -s -p "Password: " word; echo; echo got $word'],
    ['python', 'python3 password.py'],
  ])('%s asks for a password, which is shown nowhere', async (_name, line) => {
    await using world = await open(sandbox(), line)
    const wait = await world.untilWaiting()
    expect(wait).toMatchObject({ secret: true, output: 'Password: ' })
    await world.persistent.answer(world.tool, { waitId: wait.wait_id, text: 'open sesame' })
    await world.untilPrinted('got ********')
    expect(world.output()).not.toContain('sesame')
  })

  test('Ctrl-C reaches the program, and typed text is shown as by any terminal', async () => {
    await using world = await open(sandbox(), 'cat; echo after')
    await world.persistent.write({ processId: 'p', text: 'one\n' })
    await world.untilPrinted('one\none\n')
    await world.persistent.write({ processId: 'p', text: '\u0003' })
    await eventually('its end', () => world.persistent.reports()[0]?.signal === 'SIGINT')
  })

  test('a server that takes commands does not wait for input', async () => {
    await using world = await open(sandbox(), 'node serve.mjs')
    await world.untilPrinted('ready')
    await world.persistent.write({ processId: 'p', text: 'x\n' })
    await world.untilPrinted('told x')
    await pause(3_500)
    expect(world.waiting()).toBeUndefined()
  })

  test('an answer to something else is refused, and so is one when the process has ended', async () => {
    await using world = await open(sandbox(), 'read -p "a? " a; read -p "b? " b; echo $a$b')
    const first = await world.untilWaiting()
    await world.persistent.write({ processId: 'p', text: '1\n' })
    await world.untilPrinted('b? ')
    const second = await eventually('the second wait', () => (world.waiting()?.wait_id === first.wait_id ? undefined : world.waiting()))
    expect(second.wait_id).not.toBe(first.wait_id)
    await expect(world.persistent.answer(world.tool, { waitId: first.wait_id, text: 'x' })).rejects.toMatchObject({ code: 'INPUT_CHANGED' })
    await world.persistent.answer(world.tool, { waitId: second.wait_id, text: '2' })
    await world.untilPrinted('12')
    await eventually('its end', () => world.persistent.reports()[0]?.running === false)
    await expect(world.persistent.write({ processId: 'p', text: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test.concurrent.each([
  ['bash -i', 'shell'],
  ['python3 -q', 'interpreter'],
  ['node -i', 'interpreter'],
])('%s takes its input as %s', async (line, into) => {
  await using world = await open(sandboxed, line)
  expect(await world.untilWaiting()).toMatchObject({ into, secret: false })
})
