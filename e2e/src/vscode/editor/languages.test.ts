// What the languages of VS Code know, asked by an agent through the server.
import { expect } from 'vitest'
import { sharedBrowser } from '../../world/browser/browser.ts'
import { sharedSignedIn, sharedVsCodeWorld } from '../world/shared.ts'
import { vscodeTest } from '../world/vscode-test.ts'
import { openFile } from '../world/window/editor.ts'

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

/** A language that has just started may not know all yet, or not answer in time. */
const untilAnswered = (tool: string, params: object) => expect.poll(() => ask(tool, params), { timeout: 120_000, interval: 1_000 })

vscodeTest('an agent asks for diagnostics, definition, references and symbols of a TypeScript file', async () => {
  await openFile(page(), 'src/main.ts')
  await untilAnswered('ide.diagnostics', { path: 'src/main.ts' }).toMatchObject({
    diagnostics: [{ path: 'src/main.ts', line: 3, column: 14, severity: 'error', source: 'ts', code: '2322' }],
  })
  await untilAnswered('ide.definition', { path: 'src/main.ts', line: 3, column: 30 }).toMatchObject({
    definitions: [{ path: 'src/start.ts', line: 1, column: 17, text: 'export function start(): number {' }],
    total_count: 1,
  })
  await untilAnswered('ide.references', { path: 'src/start.ts', line: 1, column: 17 }).toMatchObject({
    references: expect.arrayContaining([
      expect.objectContaining({ path: 'src/start.ts', line: 1 }),
      expect.objectContaining({ path: 'src/main.ts', line: 1 }),
      expect.objectContaining({ path: 'src/main.ts', line: 3, text: 'export const word: string = start()' }),
    ]),
  })
  await untilAnswered('ide.symbols', { path: 'src/start.ts' }).toMatchObject({
    symbols: [{ name: 'start', kind: 'function', line: 1, column: 17 }],
  })
})

vscodeTest('a file that holds secrets is not shown by the editor either', async () => {
  await openFile(page(), 'credentials.json')
  await openFile(page(), 'broken.json')
  await untilAnswered('ide.diagnostics', {}).toMatchObject({
    diagnostics: expect.arrayContaining([expect.objectContaining({ path: 'broken.json', line: 1 })]),
  })
  expect(JSON.stringify(await ask('ide.diagnostics', {}))).not.toContain('credentials')
  for (const tool of ['ide.diagnostics', 'ide.symbols'])
    expect(await world().agent.call(tool, { path: 'credentials.json' })).toMatchObject({ error_code: 'SENSITIVE_FILE' })
  expect(await world().agent.call('ide.symbols', { path: '../outside.ts' })).toMatchObject({ error_code: 'PATH_OUTSIDE_WORKSPACE' })
})
