// The built-in agent without a configured model: five requests in three languages, over REST and from the command line.
import type { MessageView, Turn } from '@countersign/protocol'
import { expect } from 'vitest'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { scenario } from '../../scenario.ts'
import { startCommand } from '../../world/processes/child.ts'
import { sharedWorld } from '../../world/shared-world.ts'

const world = sharedWorld({ files: { 'src/greet.js': 'export const hello = 1\n' } })

const chat = (path: string) => `/my/projects/${world().projectId}/chat/${path}`

interface Sent {
  readonly session_id: string
  readonly turn_id: string
}

const send = (content: string) => world().operator.post<Sent>(chat('messages'), { content })

async function answerTo({ session_id, turn_id }: Sent): Promise<{ turn: Turn; messages: MessageView[] }> {
  const turn = await eventually('the end of the turn', async () => {
    const { turn } = await world().operator.get<{ turn: Turn }>(chat(`turns/${turn_id}`))
    return turn.status === 'running' ? undefined : turn
  })
  const { messages } = await world().operator.get<{ messages: MessageView[] }>(chat(`sessions/${session_id}/messages`))
  return { turn, messages: messages.filter((message) => message.turn_id === turn_id).toReversed() }
}

const waiting = () => eventually('the approval', async () => (await world().operator.pending())[0])

scenario(
  'list, read and search run at once, and are answered in the language of the request',
  { verifies: ['agent.offline'] },
  async () => {
    for (const [request, tool, ...words] of [
      ['list the files in src, please', 'list_directory', 'In src:', 'greet.js', 'No model is configured'],
      ['прочитай README.md', 'read_file', 'Содержимое README.md:', 'Hello from the workspace.', 'Модель не настроена'],
      ['在 src 中搜索“hello”。', 'search_in_project', '“hello”出现在：', 'greet.js', '尚未配置模型'],
    ] as const) {
      const { turn, messages } = await answerTo(await send(request))
      expect(turn).toMatchObject({ status: 'finished', model: 'offline' })
      expect(messages[1]?.tool_calls).toMatchObject([{ tool_name: tool, status: 'completed' }])
      for (const word of [...words, 'docs/models.md']) expect(messages.at(-1)?.content).toContain(word)
    }
  },
)

scenario('writing and running are asked like the calls of any agent', { verifies: ['agent.offline'] }, async () => {
  const written = await send('запиши «привет» в notes/offline.md')
  await world().operator.approve((await waiting()).id)
  expect((await answerTo(written)).messages.at(-1)?.content).toMatch(/^Записано\./)
  expect(await world().workspace.read('notes/offline.md')).toBe('привет\n')
  const ran = await send('run echo one && echo two')
  const approval = await waiting()
  expect(approval).toMatchObject({ tool_name: 'run_command', agent: 'assistant', tool_params: { command: 'echo one && echo two' } })
  await world().operator.reject(approval.id, 'not today')
  expect((await answerTo(ran)).messages.at(-1)?.content).toMatch(/^That did not work\.[\s\S]*> not today/)
})

scenario(
  'what it does not understand calls no tool, and says what it can and how to add a model',
  { verifies: ['agent.offline'] },
  async () => {
    const { turn, messages } = await answerTo(await send('please refactor everything'))
    expect(turn.status).toBe('finished')
    expect(messages.flatMap(({ tool_calls }) => tool_calls)).toEqual([])
    expect(messages.at(-1)?.content).toMatch(/No model is configured[\s\S]*list files in src[\s\S]*docs\/models\.md/)
  },
)

scenario('countersign chat shows the turn as it goes on, and how to answer what waits', { verifies: ['cli.chat'] }, async () => {
  await using read = startCommand(['chat', 'read', 'README.md', '--data', world().data.path], { input: '' })
  expect(await read.ended).toMatchObject({ code: 0 })
  expect(read.stdout()).toMatch(/^README\.md says:\n\n# Sample\n\nHello from the workspace\.\n\n\(No model/)
  expect(read.stderr()).toContain('· read_file {"path":"README.md"}')
  await using run = startCommand(['chat', 'run echo from-chat', '--data', world().data.path], { input: '' })
  const { id } = await waiting()
  await eventually('the line to answer', async () => run.stderr().includes(`approve ${id}`) || undefined)
  await world().operator.approve(id)
  expect(await run.ended).toMatchObject({ code: 0 })
  expect(run.stdout()).toContain('from-chat')
})

scenario('Ctrl-C at countersign chat stops the agent, and what waited is withdrawn', { verifies: ['cli.chat'] }, async () => {
  await using run = startCommand(['chat', 'run echo never', '--data', world().data.path], { input: '' })
  const { id } = await waiting()
  await eventually('the line to answer', async () => run.stderr().includes(`approve ${id}`) || undefined)
  process.kill(run.pid, 'SIGINT')
  expect(await run.ended).toMatchObject({ code: 1 })
  expect(run.stderr()).toContain('stopped')
  expect(await world().operator.pending()).toEqual([])
})

scenario('countersign chat goes on over a crash of the server, and ends with the turn', { verifies: ['cli.chat'] }, async () => {
  await using run = startCommand(['chat', 'run echo after-the-crash', '--data', world().data.path], { input: '' })
  const { id } = await waiting()
  await eventually('the line to answer', async () => run.stderr().includes(`approve ${id}`) || undefined)
  await world().server().kill()
  await world().restartServer()
  await world().operator.approve(id)
  expect(await run.ended).toMatchObject({ code: 0 })
  expect(run.stdout()).toContain('after-the-crash')
})

scenario('countersign chat without a server says so', { verifies: ['cli.chat'] }, async () => {
  const env = { COUNTERSIGN_URL: 'http://127.0.0.1:9', COUNTERSIGN_OPERATOR_TOKEN: world().tokens.operator }
  await using run = startCommand(['chat', 'list files', '--data', world().data.path], { input: '', env })
  expect(await run.ended).toMatchObject({ code: 3 })
  expect(run.stderr()).toContain('Is it running?')
})
