// What the file tools write while a process runs stays; what the process makes of it does not.
import { existsSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openMachineIn, powersOfCall } from '../../../test/hosts/persistent-in.ts'
import { detectTestSandbox } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import { NO_LOCATION_RULES } from '../../disk/names.ts'

async function openWorld(line: string) {
  const place = createTemporaryWorkspace({ 'README.md': '' })
  const { persistent, workspace } = await openMachineIn({
    root: place.root,
    dataDir: place.at('../data'),
    sandbox: await detectTestSandbox(),
  })
  await persistent.start({ processId: 'web', line, cwd: '.' }, powersOfCall())
  return {
    place,
    persistent,
    async write(path: string) {
      const { signal, tool_id: call } = powersOfCall()
      await workspace({ expected: { [path]: null }, call, signal, places: NO_LOCATION_RULES }).write(path, () => Buffer.from('allowed'))
    },
    async [Symbol.asyncDispose]() {
      await persistent[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    },
  }
}

test('files that were allowed stay where they are when the process ends', async () => {
  await using world = await openWorld('tail -f README.md')
  for (const path of ['.github/workflows/ci.yml', '.github/more.yml', 'x.code-workspace']) await world.write(path)
  await world.persistent.end('web')
  for (const path of ['.github/workflows/ci.yml', '.github/more.yml', 'x.code-workspace'])
    expect(existsSync(world.place.at(path))).toBe(true)
  expect(world.persistent.read({ processId: 'web', after: 0 }).output).toBe('')
})

test.each([
  ['other content', 'echo x > .github/ci.yml'],
  ['a file beside it', 'echo x > .github/more.yml'],
  ['a link in its place', 'rm .github/ci.yml; ln -s ../README.md .github/ci.yml'],
])('%s by the process is put away with it', { timeout: 60_000 }, async (_, change) => {
  await using world = await openWorld(`until [ -e go ]; do sleep 0.05; done; ${change}; echo done; tail -f README.md`)
  await world.write('.github/ci.yml')
  world.place.file('go')
  const output = () => world.persistent.read({ processId: 'web', after: 0 }).output
  await expect.poll(output, { timeout: 30_000 }).toContain('done')
  await world.persistent.end('web')
  expect(existsSync(world.place.at('.github'))).toBe(false)
  expect(output()).toContain('.github would be run or obeyed later')
})

test('a folder of such a name that the process makes again is none that was allowed', async () => {
  await using world = await openWorld('tail -f README.md')
  await world.write('.vscode/tasks.json')
  rmSync(world.place.at('.vscode'), { recursive: true })
  world.place.file('.vscode/settings.json')
  await world.persistent.end('web')
  expect(existsSync(world.place.at('.vscode'))).toBe(false)
})
