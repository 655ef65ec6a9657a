// A sandbox that is killed from outside: what ran in it may have done its work already.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { detectTestSandbox, runIn } from '../../../test/hosts/run-in.ts'
import { createTemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'

const sandbox = await detectTestSandbox()

const wordsOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch (error) {
    // Ended meanwhile.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return ''
  }
}

const sandboxesOf = (root: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && /^[^\0]*bwrap\0/.test(wordsOf(name)) && wordsOf(name).includes(root))
    .map(Number)

it.skipIf(sandbox.isolation === 'none')('a command whose sandbox is killed is not run a second time', async () => {
  await using place = createTemporaryWorkspace()
  const running = runIn({ ...place, sandbox })('sh', '-c', 'echo ran >> runs.txt; sleep 10')
  await expect.poll(() => existsSync(place.at('runs.txt')), { timeout: 5_000 }).toBe(true)
  const [outermost] = sandboxesOf(place.root).sort((one, other) => one - other)
  process.kill(outermost as number, 'SIGKILL')
  expect(await running).toMatchObject({ exitCode: 137 })
  expect(readFileSync(place.at('runs.txt'), 'utf8')).toBe('ran\n')
})
