// Processes that wait for input: each wait is a question, its answer is typed into the process, and a password is recorded nowhere.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Approval, ProcessView } from '@countersign/protocol'
import { expect } from 'vitest'
import { eventually } from '../../../packages/test-kit/src/wait.ts'
import { scenario } from '../scenario.ts'
import { callAndApprove, sharedWorld } from '../world/shared-world.ts'
import { startWorld, type World } from '../world/world.ts'

const FILES = {
  'ask.py': 'name = input("Name: ")\nprint("hello", name)\n',
  'password.py': 'import getpass\nword = getpass.getpass("Password: ")\nprint("length", len(word), word)\n',
  'twice.py': 'a = input("a? ")\nb = input("b? ")\nprint(a + b)\n',
}
const world = sharedWorld({ files: FILES })

const waitingIn = (of: World, process_id: string): Promise<Approval> =>
  eventually('the question', async () => {
    const { approvals } = await of.operator.get<{ approvals: Approval[] }>(`/my/projects/${of.projectId}/approvals?status=pending`)
    return approvals.find(({ tool_name, tool_params }) => tool_name === 'process_input' && tool_params.process_id === process_id)
  })

const answer = (of: World, { id }: Approval, body: object) =>
  of.operator.post<{ status: string }>(`/my/projects/${of.projectId}/questions/${id}/answer`, body)

const outputOf = async (of: World, process_id: string) =>
  (await of.agent.call('read_process', { process_id, after: 0 })).result as { output: string; running: boolean; waits_for_input?: true }

const untilPrinted = (of: World, process_id: string, text: string) =>
  eventually(`${text} of ${process_id}`, async () => ((await outputOf(of, process_id)).output.includes(text) ? true : undefined))

/** Databases, logs, outputs and journals of server and runner. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name)

const start = (of: World, process_id: string, command: string) => callAndApprove(of, 'run_persistent', { process_id, command })

scenario(
  'a program that waits for a line becomes a question, and goes on with the answer',
  { verifies: ['commands.input-question'] },
  async () => {
    await start(world(), 'ask', 'python3 ask.py')
    const question = await waitingIn(world(), 'ask')
    expect(question).toMatchObject({
      kind: 'question',
      description: 'Type what ask waits for',
      preview: { kind: 'input', process_id: 'ask', command: 'python3 ask.py', output: 'Name: ', secret: false },
    })
    expect(await outputOf(world(), 'ask')).toMatchObject({ running: true, waits_for_input: true })
    const { processes } = await world().operator.get<{ processes: ProcessView[] }>(`/my/projects/${world().projectId}/processes`)
    expect(processes.find(({ process_id }) => process_id === 'ask')?.waiting).toMatchObject({ into: 'program', secret: false })
    expect(await answer(world(), question, { action: 'send', text: 'Ada' })).toMatchObject({ status: 'answered' })
    await untilPrinted(world(), 'ask', 'hello Ada')
  },
)

scenario('a password is typed for the process and kept nowhere', { verifies: ['commands.input-secret'] }, async () => {
  await start(world(), 'login', 'python3 password.py')
  const question = await waitingIn(world(), 'login')
  expect(question.preview).toMatchObject({ secret: true, output: 'Password: ' })
  await answer(world(), question, { action: 'send', text: 'correct-horse-7' })
  await untilPrinted(world(), 'login', 'length 15 ********')
  const { approval } = await world().operator.get<{ approval: Approval }>(`/my/projects/${world().projectId}/approvals/${question.id}`)
  expect(approval.decision?.question_answer).toMatchObject({ action: 'send' })
  expect(filesWith(world().data.path, 'correct-horse-7')).toEqual([])
})

scenario(
  'a question ends with its wait, and with the process if the operator says so',
  { verifies: ['commands.input-question', 'commands.input-ends'] },
  async () => {
    await start(world(), 'twice', 'python3 twice.py')
    const first = await waitingIn(world(), 'twice')
    const typed = await callAndApprove(world(), 'write_process', { process_id: 'twice', text: '1\n' })
    expect(typed).toMatchObject({ approval: { risk_level: 'MEDIUM' }, view: { result: { process_id: 'twice', bytes_written: 2 } } })
    const status = async () =>
      (await world().operator.get<{ approval: Approval }>(`/my/projects/${world().projectId}/approvals/${first.id}`)).approval.status
    await eventually('the end of the question', async () => ((await status()) === 'withdrawn' ? true : undefined))
    const second = await waitingIn(world(), 'twice')
    expect(second.preview).toMatchObject({ output: expect.stringContaining('b? ') })
    await answer(world(), second, { action: 'end' })
    await eventually('the end of the process', async () => ((await outputOf(world(), 'twice')).running ? undefined : true))
  },
)

scenario(
  'a question about input survives a restart of the server, and dismissed leaves the process waiting',
  { verifies: ['commands.input-restart'] },
  async () => {
    await using own = await startWorld({ runner: 'separate', files: FILES })
    await start(own, 'ask', 'python3 ask.py')
    const before = await waitingIn(own, 'ask')
    await own.server().kill()
    await own.restartServer()
    await own.runnerOnline()
    expect((await waitingIn(own, 'ask')).id).toBe(before.id)
    expect(await answer(own, before, { action: 'dismissed' })).toMatchObject({ status: 'answered' })
    expect(await outputOf(own, 'ask')).toMatchObject({ running: true, waits_for_input: true })
  },
)

scenario(
  'text for an interpreter is code, one answer may cover this process, and no other session reaches it',
  { verifies: ['tools.write-process', 'commands.input-own-session'] },
  async () => {
    await start(world(), 'repl', 'python3 -q')
    await waitingIn(world(), 'repl')
    const code = { process_id: 'repl', text: 'print(6 * 7)\n' }
    const asked = await world().agent.call('write_process', code, { wait_seconds: 0 })
    const { approval } = await world().operator.get<{ approval: Approval }>(
      `/my/projects/${world().projectId}/approvals/${asked.approval_id}`,
    )
    expect(approval).toMatchObject({ risk_level: 'HIGH', preview: { kind: 'text', text: 'print(6 * 7)⟨U+000A⟩' } })
    expect(approval.reasons.join()).toContain('python3 -q')
    const body = { decision: 'approved', scope: 'class', cover_high: true }
    await world().operator.post(`/my/projects/${world().projectId}/approvals/${approval.id}/approve`, body)
    await untilPrinted(world(), 'repl', '42')
    expect(await world().agent.call('write_process', { ...code, text: 'print(7 * 7)\n' })).toMatchObject({ status: 'completed' })
    await untilPrinted(world(), 'repl', '49')
    const other = await world().agent.call('write_process', code, { session_id: 'another' })
    expect(other).toMatchObject({ status: 'failed', error_code: 'NOT_FOUND' })
    const foreign = await world().agent.call('process_input', { ...approval.tool_params })
    expect(foreign).toMatchObject({ status: 'failed', error_code: 'TOOL_NOT_FOUND' })
  },
)
