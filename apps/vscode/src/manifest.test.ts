// The manifest and the words of the extension, which VS Code reads at run time and no compiler checks.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manifestTools } from './chat/manifest-tools.ts'

const FOLDER = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const readObject = (name: string) => JSON.parse(read(name)) as Record<string, string>
const sources = globSync('src/**/*.ts', { cwd: FOLDER, exclude: (name) => name.endsWith('.test.ts') }).map(read)

test.each(['package.nls.json', 'package.nls.ru.json', 'package.nls.zh-cn.json'])(
  '%s has every text of the manifest, and no other',
  (name) => {
    const used = [...read('manifest/package.json').matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key)
    expect(Object.keys(readObject(`manifest/${name}`)).toSorted()).toEqual([...new Set(used)].toSorted())
  },
)

test.each(['ru', 'zh-cn'])('every text of the code is translated into %s, and no other', (language) => {
  const used = sources.flatMap((text) => [...text.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, key]) => key?.replaceAll("\\'", "'")))
  const translated = readObject(`manifest/l10n/bundle.l10n.${language}.json`)
  expect(Object.keys(translated).toSorted()).toEqual([...new Set(used)].toSorted())
  for (const [text, translation] of Object.entries(translated)) expect(slotsOf(translation)).toEqual(slotsOf(text))
})

const slotsOf = (text: string) => [...text.matchAll(/\{\d\}|\$\([\w-]+\)/g)].map(([slot]) => slot).toSorted()

test('every command of the manifest is registered, and the other way round', () => {
  const { contributes } = JSON.parse(read('manifest/package.json')) as { contributes: { commands: { command: string }[] } }
  const named = contributes.commands.map(({ command }) => command)
  const code = sources.join('\n')
  for (const command of named) expect(code, command).toMatch(new RegExp(`\\b${command.replace('countersign.', '(countersign[.])?')}\\b`))
})

test('the tools that VS Code is offered have names that it takes, and a schema', () => {
  const tools = manifestTools()
  expect(tools.length).toBeGreaterThan(10)
  for (const { name, inputSchema, userDescription } of tools) {
    expect(name).toMatch(/^countersign_\w+$/)
    expect(inputSchema).toMatchObject({ type: 'object' })
    expect(userDescription.length).toBeGreaterThan(5)
  }
  expect(tools.map(({ name }) => name)).not.toContain('countersign_undo')
})
