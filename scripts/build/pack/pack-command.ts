// Makes dist/command, a folder that runs on any machine with Node: `countersign.mjs`, its scripts in `lib`, the page, the documents that
// its messages name, and the licences of all that is inside.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import manifest from '../../../apps/cli/package.json' with { type: 'json' }
import { ROOT, runCommand } from '../../run-command.ts'
import { buildPackedCommand } from '../build-command.ts'
import { buildPage, PAGE_FOLDER } from '../build-page.ts'
import { writeThirdParty } from './third-party.ts'

export const COMMAND_FOLDER = join(ROOT, 'dist', 'command')

/** By their places in the repository. */
const COPIED = {
  'apps/cli/README.md': 'README.md',
  LICENSE: 'LICENSE',
  'docs/mcp.md': 'docs/mcp.md',
  'docs/models.md': 'docs/models.md',
  'docs/policy.md': 'docs/policy.md',
  'docs/spec.md': 'docs/spec.md',
  'docs/stdio.md': 'docs/stdio.md',
  'docs/websocket.md': 'docs/websocket.md',
  'docs/reference': 'docs/reference',
}

const MANIFEST = {
  name: 'countersign',
  version: manifest.version,
  description: 'Let an AI agent work on your machine without trusting it: every call is checked, approved by you, sandboxed and recorded.',
  license: manifest.license,
  type: 'module',
  bin: { countersign: 'countersign.mjs' },
  engines: manifest.engines,
}

export async function makeCommandFolder(): Promise<void> {
  await rm(COMMAND_FOLDER, { recursive: true, force: true })
  const [metafile] = await Promise.all([buildPackedCommand(COMMAND_FOLDER), buildPage()])
  await writeCommand()
  await copyPage()
  for (const [from, to] of Object.entries(COPIED)) await cp(join(ROOT, from), await ready(join(COMMAND_FOLDER, to)), { recursive: true })
  await writeFile(join(COMMAND_FOLDER, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`)
  await writeThirdParty(COMMAND_FOLDER, metafile)
}

async function writeCommand(): Promise<void> {
  const source = await readFile(join(ROOT, 'apps/cli/bin/countersign.mjs'), 'utf8')
  await writeFile(join(COMMAND_FOLDER, 'countersign.mjs'), source.replace('../src/packed-main.ts', './lib/packed-main.js'), { mode: 0o755 })
}

/** What the server sends, without what only tests and builds read. */
async function copyPage(): Promise<void> {
  const isSent = (path: string) => !path.endsWith('.map') && !['built-from.txt', 'licenses.json'].includes(basename(path))
  await cp(PAGE_FOLDER, join(COMMAND_FOLDER, 'page'), { recursive: true, filter: isSent })
}

async function ready(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  return file
}

/** Returns the path of the package for npm. */
export async function packCommand(): Promise<string> {
  await makeCommandFolder()
  const { code, output } = await runCommand(
    ['npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', dirname(COMMAND_FOLDER)],
    {
      cwd: COMMAND_FOLDER,
    },
  )
  if (code !== 0) throw new Error(`npm pack ended with code ${code}:\n${output}`)
  return join(dirname(COMMAND_FOLDER), `${MANIFEST.name}-${MANIFEST.version}.tgz`)
}
