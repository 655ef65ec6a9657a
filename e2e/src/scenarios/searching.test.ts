// Trees and searches: LOW, without approval, without what a listing leaves out, never a sensitive file.
import { symlinkSync } from 'node:fs'
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({
  files: {
    '.gitignore': 'built/\n',
    '.env': 'NEEDLE=secret\n',
    'tree/a.ts': 'first\nconst needle = 1\nlast\n',
    'tree/deep/b.ts': '// Needle\n',
    'tree/built/c.ts': 'needle\n',
  },
})

const search = async (params: object) => (await world().agent.call('search_in_project', { query: 'needle', ...params })).result

scenario('a folder is given as a tree', { verifies: ['tools.list-files'] }, async () => {
  const call = await world().agent.call('list_files', { path: 'tree', recursive: true })
  expect(call).toMatchObject({ status: 'completed' })
  expect(call.result).toMatchObject({
    files: [
      { name: 'a.ts', path: 'tree/a.ts', type: 'file', size: 28, modified: expect.stringMatching(/Z$/) },
      { name: 'deep', path: 'tree/deep', type: 'directory', children: [{ name: 'b.ts', path: 'tree/deep/b.ts', type: 'file' }] },
    ],
    total_count: 3,
    truncated: false,
  })
})

scenario('a search finds lines and what stands around them, and nobody is asked', { verifies: ['tools.search'] }, async () => {
  const call = await world().agent.call('search_in_project', { query: 'needle', context_lines: 1 })
  expect(call.result).toEqual({
    success: true,
    matches: [
      { path: 'tree/a.ts', line: 2, column: 7, text: 'const needle = 1', before: ['first'], after: ['last'] },
      { path: 'tree/deep/b.ts', line: 1, column: 4, text: '// Needle', before: [], after: [] },
    ],
    total_count: 2,
    truncated: false,
  })
  expect(await world().agent.see(call.tool_id)).toMatchObject({ risk_level: 'LOW', requires_approval: false })
  expect(await search({ case_sensitive: true })).toMatchObject({ total_count: 1 })
  expect(await search({ query: '^// N\\w+$', regex: true, pattern: 'tree/**/*.ts' })).toMatchObject({ total_count: 1 })
  expect(await search({ path: 'tree/deep' })).toMatchObject({ total_count: 1 })
})

scenario('a search that cannot be made is refused in words', { verifies: ['tools.search'] }, async () => {
  const call = await world().agent.call('search_in_project', { query: 'a(?=b)', regex: true })
  expect(call).toMatchObject({ status: 'failed', error_code: 'INVALID_ARGUMENTS', error: expect.stringMatching(/looking ahead/) })
  const outside = await world().agent.call('search_in_project', { query: 'root', path: '../' })
  expect(outside).toMatchObject({ status: 'failed', error_code: 'PATH_OUTSIDE_WORKSPACE' })
})

scenario('a sensitive file is not searched, moved, deleted or patched', { verifies: ['paths.sensitive-others'] }, async () => {
  symlinkSync('../.env', world().workspace.at('tree/harmless.ts'))
  const diff = '--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-NEEDLE=secret\n+NEEDLE=x\n'
  const refused = [
    ['search_in_project', { query: 'NEEDLE', path: '.env' }],
    ['search_in_project', { query: 'NEEDLE', path: 'tree/harmless.ts' }],
    ['move_file', { from: '.env', to: 'harmless.txt' }],
    ['delete_file', { path: '.env' }],
    ['apply_patch', { diff }],
  ] as const
  for (const [tool, params] of refused)
    expect(await world().agent.call(tool, params), tool).toMatchObject({ status: 'failed', error_code: 'SENSITIVE_FILE' })
  expect(JSON.stringify(await search({ pattern: '{*,.*}' }))).not.toContain('secret')
})
