import { mkdir, symlink } from 'node:fs/promises'
import { delimiter } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../../packages/test-kit/src/folders/make-folder.ts'
import { lookUp } from './look-up.ts'

test('a program of the workspace is never found, by whatever name', async () => {
  await using system = await makeFolder('system', { 'bin/node': '' })
  await using workspace = await makeFolder('workspace', { 'bin/node': '' })
  await symlink(workspace.at('bin'), system.at('linked'))
  await mkdir(system.at('other'))
  await symlink(workspace.at('bin/node'), system.at('other/node'))
  const entries = ['', '.', 'bin', workspace.at('bin'), system.at('linked'), system.at('other'), system.at('missing'), system.at('bin')]
  expect(lookUp('node', { path: entries.join(delimiter), folders: [workspace.path] })).toEqual([system.at('bin/node')])
  expect(lookUp('node', { path: '', folders: [] })).toEqual([])
})
