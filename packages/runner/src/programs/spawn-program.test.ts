import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readProgram, spawnProgram } from './spawn-program.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Every file that can start a program, and what it starts. */
const STARTERS = {
  'packages/runner/src/programs/spawn-program.ts': 'programs by absolute path, with an environment that is given in full',
  'apps/cli/src/credential/system-tool.ts': 'the program of the key store, from folders of the system alone, with what its session needs',
  'apps/cli/src/serve/runner-child.ts': 'the runner, by the path of the Node that runs the server',
  'apps/vscode/src/runner/start-runner-process.ts': 'the runner of a window, by the path of a Node that is new enough',
  'apps/vscode/src/server/find-node.ts': 'the Node of the editor, or one of the PATH outside the folders of the window, to ask its version',
  'apps/vscode/src/server/start-server.ts': 'the server that the extension carries, by the path of that Node',
}

it('programs are started in these places only; a new one says here what it starts', () => {
  const sources = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$|\/test\/|\/test-kit\//.test(file),
  )
  const starters = sources.filter((file) =>
    /^(?!import type).*['"](?:node:)?(?:child_process|cluster)['"]/m.test(readFileSync(ROOT + file, 'utf8')),
  )
  expect(sources.length).toBeGreaterThan(500)
  expect(starters.sort()).toEqual(Object.keys(STARTERS).sort())
})

it('a program without its path is refused', () => {
  expect(() => spawnProgram({ program: 'git', args: [], cwd: '/', environment: {} })).toThrow('absolute path')
  expect(() => readProgram('ps', [])).toThrow('absolute path')
})

it('what the system tells of itself is read with nothing of the person’s environment', () => {
  expect(readProgram('/usr/bin/env', [])).toBe('')
})
