import { markAsData } from '@countersign/protocol'
import { expect, test } from 'vitest'
import type { Entry, ModelStep } from '../model.ts'
import { offlineAgent } from './offline-agent.ts'

async function step(...conversation: Entry[]): Promise<ModelStep & { said: string }> {
  let said = ''
  const onText = (text: string) => {
    said += text
  }
  const { signal } = new AbortController()
  const next = await offlineAgent.step({ system: '', conversation, tools: [], signal, onText, onRestart: () => undefined })
  return { ...next, said }
}

const user = (text: string): Entry => ({ kind: 'user', text })

function result(tool_name: string, tool_params: Record<string, unknown>, text: string, failed = false): Entry {
  return { kind: 'result', call: { call_id: 'm/0', tool_name, tool_params }, text, failed }
}

const asData = (text: string) => markAsData('x', '019b76da-a800-721f-bf88-919dddd14b76', text)

test('a request becomes one tool call without words', async () => {
  expect(await step(user('прочитай README.md'))).toMatchObject({
    content: '',
    said: '',
    calls: [{ tool_name: 'read_file', tool_params: { path: 'README.md' } }],
  })
})

test('a line to run goes through run_command, which a person is always asked about', async () => {
  const { calls } = await step(user('run npm test'))
  expect(calls).toEqual([{ tool_name: 'run_command', tool_params: { command: 'npm test' } }])
})

test('what a command printed is shown as it is, whatever of it looks like Markdown', async () => {
  const { content } = await step(user('run cat a'), result('run_command', { command: 'cat a' }, '# a\n```\n| b |'))
  expect(content).toContain('\n\n````\n# a\n```\n| b |\n````\n\n')
})

test.each([
  ['do something clever', 'No model is configured', 'list files in src'],
  ['сделай что-нибудь умное', 'Модель не настроена', 'покажи файлы в src'],
  ['做点聪明的事', '尚未配置模型', '列出 src 中的文件'],
])('what it does not understand it says in the language of the request: %s', async (request, ...words) => {
  const { content, said, calls } = await step(user(request))
  expect(calls).toEqual([])
  expect(said).toBe(content)
  for (const word of [...words, 'docs/models.md']) expect(content).toContain(word)
})

test.each([
  ['list files in src', 'In src:', 'No model is configured'],
  ['покажи файлы в src', 'В src:', 'Модель не настроена'],
  ['列出 src 中的文件', 'src 里有：', '尚未配置模型'],
])('its summary is in the language of the request: %s', async (request, head, reminder) => {
  const { content, calls } = await step(user(request), result('list_directory', { path: 'src' }, asData('src/greet.js')))
  expect(calls).toEqual([])
  expect(content).toMatch(new RegExp(`^${head}\n\nsrc/greet\\.js\n\n[(（]${reminder}`))
})

test('the language is that of the words, not of a name in quotes', async () => {
  const { content } = await step(user('read "笔记.md"'), result('read_file', { path: '笔记.md' }, asData('你好')))
  expect(content).toContain('笔记.md says:\n\n你好')
})

test('a refusal is told in its words', async () => {
  const { content } = await step(user('run npm test'), result('run_command', { command: 'npm test' }, 'The operator said no.', true))
  expect(content).toMatch(/^That did not work\.\n\nThe operator said no\./)
})

test('of a long result the beginning is shown, and how much there is more', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`)
  const { content } = await step(user('read a.md'), result('read_file', { path: 'a.md' }, asData(lines.join('\n'))))
  expect(content).toContain('line 30\n… and 70 more lines')
  const wide = await step(user('read a.md'), result('read_file', { path: 'a.md' }, asData('x'.repeat(20_000))))
  expect(wide.content.length).toBeLessThan(2_000)
})

test('the answer is to the last request, whatever was said before', async () => {
  const before = [user('list files'), result('list_directory', { path: '.' }, asData('a')), user('hello')]
  expect((await step(...before)).content).toContain('a few requests')
  expect((await step(...before, user('read a.md'))).calls).toHaveLength(1)
})
