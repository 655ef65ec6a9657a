import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkBoundaries } from './boundaries.ts'

const PACKAGES = [
  'packages/protocol',
  'packages/policy',
  'packages/core',
  'packages/server',
  'packages/runner',
  'packages/client',
  'apps/cli',
]

/** A repository of the real shape: packages linked by name, each with an empty index, plus the given files. */
async function problemsWith(files: Record<string, string>): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), 'boundaries-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  try {
    mkdirSync(join(root, 'node_modules', '@countersign'), { recursive: true })
    for (const folder of PACKAGES) {
      const name = folder.split('/')[1] ?? ''
      write(`${folder}/package.json`, JSON.stringify({ name: `@countersign/${name}`, exports: { '.': './src/index.ts' } }))
      write(`${folder}/src/index.ts`, 'export const here = true\n')
      symlinkSync(join('..', '..', folder), join(root, 'node_modules', '@countersign', name))
    }
    for (const [file, text] of Object.entries(files)) write(file, text)
    return (await checkBoundaries(root)).problems
  } finally {
    rmSync(root, { recursive: true })
  }
}

test.each([
  ['a package by its name', { 'packages/policy/src/x.ts': "import '@countersign/core'\n" }, 'policy-knows-only-protocol'],
  ['a package by its path', { 'packages/policy/src/x.ts': "import '../../core/src/index.ts'\n" }, 'policy-knows-only-protocol'],
  ['only its types', { 'packages/client/src/x.ts': "import type { here } from '@countersign/policy'\n" }, 'client-knows-only-protocol'],
  [
    'the engine from the runner',
    { 'packages/runner/src/x.ts': "export const load = () => import('@countersign/core')\n" },
    'runner-knows-only',
  ],
  [
    'a folder of the engine from the server',
    { 'packages/server/src/x.ts': "import '../../core/src/work/core.ts'\n", 'packages/core/src/work/core.ts': 'export const core = 1\n' },
    'core-is-entered-by-its-index',
  ],
  ['an app', { 'packages/server/src/x.ts': "import '@countersign/cli'\n" }, 'nothing-knows-an-app'],
  ['the disk from a definition', { 'packages/core/src/x.ts': "import 'node:fs'\n" }, 'definitions-have-no-platform'],
  ['in a circle', { 'packages/core/src/x.ts': "import './y.ts'\n", 'packages/core/src/y.ts': "import './x.ts'\n" }, 'no-circles'],
  [
    'folders in a circle',
    {
      'packages/client/src/a/one.ts': "import '../b/two.ts'\n",
      'packages/client/src/a/four.ts': 'export {}\n',
      'packages/client/src/b/two.ts': 'export {}\n',
      'packages/client/src/b/three.ts': "import '../a/four.ts'\n",
    },
    'folders of packages/client in a circle: a → b → a',
  ],
  ['what is not there', { 'packages/core/src/x.ts': "import './nowhere.ts'\n" }, 'every-import-resolves'],
  ['from a package without a place', { 'packages/new/src/x.ts': "import '@countersign/core'\n" }, 'a-new-package-has-a-place'],
  [
    'a higher room of the runner',
    {
      'packages/runner/src/disk/x.ts': "import type { y } from '../hosts/y.ts'\n",
      'packages/runner/src/hosts/y.ts': 'export const y = 1\n',
    },
    'runner-disk-uses-only-lower-rooms',
  ],
  ['SQLite from a runner that can do without', { 'packages/runner/src/data/x.ts': "import 'node:sqlite'\n" }, 'need-a-full-node'],
  [
    'from a room of the runner without a place',
    { 'packages/runner/src/new/x.ts': "import '../disk/y.ts'\n", 'packages/runner/src/disk/y.ts': 'export const y = 1\n' },
    'a-new-room-of-the-runner-has-a-place',
  ],
])('importing %s is found', async (_title, files, rule) => {
  expect(await problemsWith(files)).toContainEqual(expect.stringContaining(rule))
})

test('the allowed directions pass, and tests may import more', async () => {
  const allowed = {
    'packages/core/src/x.ts': "import '@countersign/policy'\n",
    'packages/runner/src/x.ts': "import '@countersign/client'\nimport 'node:fs'\n",
    'packages/runner/src/hosts/x.ts': "import '../disk/y.ts'\n",
    'packages/runner/src/disk/y.ts': 'export const y = 1\n',
    'packages/policy/src/x.test.ts': "import '@countersign/core'\nimport 'node:fs'\n",
    'apps/cli/src/x.ts': "import '@countersign/server'\nimport '@countersign/runner'\n",
  }
  expect(await problemsWith(allowed)).toEqual([])
})
