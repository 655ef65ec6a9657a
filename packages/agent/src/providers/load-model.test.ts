import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const INDEX = new URL('../index.ts', import.meta.url).href
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Prints which packages of the AI SDK have been loaded so far. */
const program = (body: string) => `
import { registerHooks } from 'node:module'
const seen = new Set()
registerHooks({ resolve: (name, context, next) => { if (/^(ai|@ai-sdk\\/[\\w-]+)$/.test(name)) seen.add(name); return next(name, context) } })
const { createModel } = await import(${JSON.stringify(INDEX)})
const model = createModel({ name: 'm', provider: 'anthropic', model: 'm', baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'k' }, { firstWaitMilliseconds: 1 })
${body}
console.log([...seen].filter((name) => !name.includes('provider') && !name.includes('gateway')).sort().join(' '))`

const run = (body: string) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', program(body)], { encoding: 'utf8', cwd: ROOT }).stdout.trim()

test('a configured model loads nothing before it is asked, and then only its own provider', () => {
  expect(run('')).toBe('')
  const ask = `{ system: '', conversation: [{ kind: 'user', text: 'x' }], tools: [], signal: AbortSignal.timeout(30_000), onText() {}, onRestart() {} }`
  expect(run(`await model.step(${ask}).catch(() => undefined)`)).toBe('@ai-sdk/anthropic')
})
