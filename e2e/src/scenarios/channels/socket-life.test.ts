// The CodeLab WebSocket over real processes: an IDE that runs, a server that dies, limits.
import { LIMITS } from '@countersign/protocol'
import { expect } from 'vitest'
import { scenario } from '../../scenario.ts'
import { connectSocket } from '../../world/channels/socket-client.ts'
import { startWorld } from '../../world/world.ts'

scenario(
  'an IDE answers a question and runs the call, which came once as a question and once to be run',
  {
    verifies: ['websocket.question', 'websocket.runs-once', 'websocket.agent', 'websocket.ide', 'websocket.arguments', 'websocket.version'],
  },
  async () => {
    await using world = await startWorld({ runner: 'none' })
    const { url, projectId, tokens } = world
    const token = await world.createToken({ roles: ['operator', 'runner'], project: projectId })
    await using ide = await connectSocket(url, projectId, token)
    await using agent = await connectSocket(url, projectId, tokens.agent)
    await world.runnerOnline()
    const edited = { path: 'notes.md', content: '# Better\n' }
    const call = { tool_name: 'write_file', arguments: { path: 'notes.md', content: '# Notes\n' } }
    agent.send({ type: 'tool_call', protocol_version: '1.0', call_id: 'call_002', ...call })
    const question = await ide.take('tool_call')
    expect(question).toMatchObject({ requires_approval: true, protocol_version: '2.0', args: call.arguments })
    ide.send({ type: 'hitl_decision', call_id: question.call_id, decision: 'edit', modified_arguments: edited })
    const run = await ide.take('tool_call')
    expect(run).toMatchObject({ call_id: question.call_id, requires_approval: false, args: edited })
    ide.send({ type: 'tool_result', call_id: run.call_id, result: { success: true, bytes_written: 9 } })
    expect(await agent.take('tool_result')).toMatchObject({ call_id: 'call_002', result: { bytes_written: 9 } })
    expect(ide.waiting).toEqual([])
  },
)

scenario(
  'an agent may ask for a question, and decides nothing',
  { verifies: ['websocket.requires-approval', 'websocket.agent-decision'] },
  async () => {
    await using world = await startWorld()
    const { url, projectId, tokens } = world
    await world.runnerOnline()
    await using operator = await connectSocket(url, projectId, tokens.operator)
    await using agent = await connectSocket(url, projectId, tokens.agent)
    const read = { type: 'tool_call', tool_name: 'read_file', args: { path: 'README.md' } }
    agent.send({ ...read, call_id: '1', requires_approval: true })
    const { call_id } = await operator.take('tool_call')
    agent.send({ type: 'hitl_decision', call_id, decision: 'approve' })
    expect(await agent.take('error')).toMatchObject({ call_id, error: { code: 'FORBIDDEN' } })
    operator.send({ type: 'hitl_decision', call_id, decision: 'approve' })
    expect(await agent.take('tool_result')).toMatchObject({ call_id: '1', result: { success: true } })
    agent.send({ type: 'tool_call', call_id: '2', tool_name: 'write_file', args: { path: 'a.md', content: '' }, requires_approval: false })
    expect(await operator.take('tool_call')).toMatchObject({ tool_name: 'write_file', requires_approval: true })
  },
)

scenario('files are limited to 1 MB on this channel, both ways', { verifies: ['websocket.limits', 'limits.file-socket'] }, async () => {
  const most = LIMITS.maxFileBytesOnSocket
  const files = { 'most.txt': 'x'.repeat(most), 'more.txt': 'x'.repeat(most + 1) }
  await using world = await startWorld({ files })
  const { url, projectId, tokens, workspace } = world
  await world.runnerOnline()
  await workspace.write('dot.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]))
  await using operator = await connectSocket(url, projectId, tokens.operator)
  await using agent = await connectSocket(url, projectId, tokens.agent)
  const call = async (call_id: string, tool_name: string, args: object) => {
    agent.send({ type: 'tool_call', call_id, tool_name, args })
    return agent.take('tool_result', (message) => message.call_id === call_id)
  }
  expect((await call('1', 'read_file', { path: 'most.txt' })).result?.content).toHaveLength(most)
  expect(await call('2', 'read_file', { path: 'more.txt' })).toMatchObject({ error: { code: 'FILE_TOO_LARGE' } })
  expect(await call('3', 'read_file', { path: 'more.txt', limit: 1, offset: 1 })).toMatchObject({ result: { success: true } })
  expect(await call('4', 'read_file', { path: 'dot.png' })).toMatchObject({ error: { code: 'ENCODING_ERROR' } })
  expect(await call('5', 'write_file', { path: 'out.txt', content: files['more.txt'] })).toMatchObject({
    error: { code: 'FILE_TOO_LARGE' },
  })
  const written = call('6', 'write_file', { path: 'out.txt', content: files['most.txt'] })
  operator.send({ type: 'hitl_decision', call_id: (await operator.take('tool_call')).call_id, decision: 'approve' })
  expect(await written).toMatchObject({ result: { bytes_written: most } })
  expect(await workspace.read('out.txt')).toBe(files['most.txt'])
})

scenario(
  'a server that is killed between question and answer shows the question again, and the call runs once',
  { verifies: ['approvals.survives-server'] },
  async () => {
    await using world = await startWorld({ runner: 'separate' })
    const { url, projectId, tokens, workspace } = world
    const command = { type: 'tool_call', call_id: 'once', tool_name: 'execute_command', args: { command: 'node', args: ['count.mjs'] } }
    await using before = await connectSocket(url, projectId, tokens.operator)
    await using agent = await connectSocket(url, projectId, tokens.agent)
    agent.send(command)
    const question = await before.take('tool_call')
    await world.server().kill()
    await world.restartServer()
    await world.runnerOnline()
    await using operator = await connectSocket(url, projectId, tokens.operator)
    const again = await operator.take('tool_call')
    expect(again).toMatchObject({ call_id: question.call_id, approval_id: question.approval_id, requires_approval: true })
    await using back = await connectSocket(url, projectId, tokens.agent)
    back.send(command)
    operator.send({ type: 'hitl_decision', call_id: again.call_id, decision: 'approve' })
    expect(await back.take('tool_result')).toMatchObject({ call_id: 'once', result: { exit_code: 0 } })
    expect(await workspace.countLines('count.txt')).toBe(1)
  },
)
