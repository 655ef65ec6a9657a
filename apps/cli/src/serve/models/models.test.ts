// Models as a person configures them: the commands that read them, run as programs.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextSteps } from '../next-steps.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'countersign-cli-models-'))
const file = join(folder, 'models.toml')
afterAll(() => rmSync(folder, { recursive: true }))

const countersign = (...args: string[]) => {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, COUNTERSIGN_DATA: folder, WORK_KEY: 'sk-of-the-person' }
  return spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', env })
}

const serve = (models: string) =>
  countersign('serve', '--workspace', join(folder, 'workspace'), '--data', join(folder, 'data'), '--models', models)

beforeAll(() => {
  mkdirSync(join(folder, 'workspace'))
  writeFileSync(file, '[[model]]\nname = "work"\nprovider = "anthropic"\nmodel = "some-claude"\napi_key_env = "WORK_KEY"\n')
})

test('doctor lists the models with where their keys come from, and no key', () => {
  const { stdout } = countersign('doctor')
  expect(stdout).toContain('work (default): anthropic some-claude at https://api.anthropic.com/v1, key from the variable WORK_KEY')
  expect(stdout).not.toContain('sk-of-the-person')
})

test('serve refuses a models file that is wrong, with the line and what to write', () => {
  const wrong = join(folder, 'wrong.toml')
  writeFileSync(wrong, '[[model]]\nname = "work"\nprovider = "claude"\nmodel = "x"\n')
  const { status, stderr } = serve(wrong)
  expect(status).toBe(2)
  expect(stderr).toContain(`${wrong} line 3: provider: write one of openai-compatible, openai, anthropic, google`)
})

test('serve refuses a models file that an agent could change', () => {
  const inside = join(folder, 'workspace', 'models.toml')
  copyFileSync(file, inside)
  const { status, stderr } = serve(inside)
  expect(status).toBe(2)
  expect(stderr).toContain(`${inside} lies in the workspace, where agents can reach it.`)
})

const STARTED = {
  url: 'http://127.0.0.1:1',
  link: undefined,
  workspace: '/w',
  data: '/d',
  isDefaultData: true,
  isSample: false,
  isolation: undefined,
  isForeign: false,
}

test('serve says which model answers, or how to add one', () => {
  const models = [
    { name: 'work', provider: 'anthropic' },
    { name: 'local', provider: 'openai-compatible' },
  ]
  expect(nextSteps({ ...STARTED, models })).toContain('work (anthropic) answers; also local')
  expect(nextSteps({ ...STARTED, models: [] })).toContain('none: a built-in agent answers; to add one set COUNTERSIGN_MODEL')
})
