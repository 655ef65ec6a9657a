// What the languages of VS Code know, asked by an agent through the server.
import { expect } from 'vitest'
import { sharedBrowser } from '../../world/browser/browser.ts'
import { openFile } from '../world/editor.ts'
import { sharedSignedIn, sharedVsCodeWorld } from '../world/shared.ts'
import { vscodeTest } from '../world/vscode-test.ts'

const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "noLib": true }, "include": ["src"] }\n',
  'src/start.ts': 'export function start(): number {\n  return 1\n}\n',
  'src/main.ts': "import { start } from './start'\n\nexport const word: string = start()\n",
  'broken.json': '{ "a": }\n',
  'credentials.json': '{ "password": }\n',
}

const browser = sharedBrowser()
const world = sharedVsCodeWorld({ world: { files: FILES } })
const page = sharedSignedIn(browser, world)

const ask = async (tool: string, params: object) => (await world().agent.call(tool, params)).result

vscodeTest('an agent asks for diagnostics, definition, references and symbols of a TypeScript file', async () => {
  await openFile(page(), 'src/main.ts')
  await expect
    .poll(() => ask('ide.diagnostics', { path: 'src/main.ts' }), { timeout: 120_000, interval: 1_000 })
    .toMatchObject({ diagnostics: [{ path: 'src/main.ts', line: 3, column: 14, severity: 'error', source: 'ts', code: '2322' }] })
  expect(await ask('ide.definition', { path: 'src/main.ts', line: 3, column: 30 })).toMatchObject({
    definitions: [{ path: 'src/start.ts', line: 1, column: 17, text: 'export function start(): number {' }],
    total_count: 1,
  })
  const { references } = (await ask('ide.references', { path: 'src/start.ts', line: 1, column: 17 })) as { references: object[] }
  expect(references).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'src/start.ts', line: 1 }),
      expect.objectContaining({ path: 'src/main.ts', line: 1 }),
      expect.objectContaining({ path: 'src/main.ts', line: 3, text: 'export const word: string = start()' }),
    ]),
  )
  expect(await ask('ide.symbols', { path: 'src/start.ts' })).toMatchObject({
    symbols: [{ name: 'start', kind: 'function', line: 1, column: 17 }],
  })
})

vscodeTest('a file that holds secrets is not shown by the editor either', async () => {
  await openFile(page(), 'credentials.json')
  await openFile(page(), 'broken.json')
  await expect
    .poll(() => ask('ide.diagnostics', {}), { timeout: 120_000, interval: 1_000 })
    .toMatchObject({ diagnostics: expect.arrayContaining([expect.objectContaining({ path: 'broken.json', line: 1 })]) })
  expect(JSON.stringify(await ask('ide.diagnostics', {}))).not.toContain('credentials')
  for (const tool of ['ide.diagnostics', 'ide.symbols'])
    expect(await world().agent.call(tool, { path: 'credentials.json' })).toMatchObject({ error_code: 'SENSITIVE_FILE' })
  expect(await world().agent.call('ide.symbols', { path: '../outside.ts' })).toMatchObject({ error_code: 'PATH_OUTSIDE_WORKSPACE' })
})
