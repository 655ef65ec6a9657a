// What an agent that speaks MCP does and receives, the same over HTTP and on stdio.
import type { Approval, ExecutionView } from '@countersign/protocol'
import { describe, expect } from 'vitest'
import { eventually } from '../../../../packages/test-kit/src/wait.ts'
import { scenario } from '../../scenario.ts'
import { connectMcp, type McpChannel } from '../../world/clients/mcp-client.ts'
import { sharedWorld } from '../../world/shared-world.ts'
import { askingScenarios } from './asking-scenarios.ts'
import { resumingScenario } from './persistence-scenarios.ts'

export function mcpScenarios(channel: McpChannel): void {
  const world = sharedWorld({ serve: ['--mcp-wait-seconds', '50'] })

  const asked = (tool: string): Promise<Approval> =>
    eventually('the question', async () => (await world().operator.pending()).find(({ tool_name }) => tool_name === tool))

  const executionOf = (id: string): Promise<ExecutionView> => world().operator.get<ExecutionView>(`/my/tools/${id}`)

  describe(`MCP over ${channel}`, () => {
    scenario(
      'the official client lists the tools, with hints and without dots, and reads a file',
      { verifies: ['agent.mcp'] },
      async () => {
        await using agent = await connectMcp(world(), channel)
        const { tools } = await agent.client.listTools()
        const named = (name: string) => tools.find((tool) => tool.name === name)
        expect(tools.map(({ name }) => name).filter((name) => !/^[a-z_]+$/.test(name))).toEqual([])
        expect(named('read_file')?.annotations).toEqual({
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        })
        expect(named('delete_file')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
        expect(named('execute_command')?.annotations).toMatchObject({ readOnlyHint: false, openWorldHint: true })
        expect(named('write_file')?.inputSchema).toMatchObject({ type: 'object', required: ['path', 'content'] })
        expect(named('await_call')).toBeDefined()
        expect(named('undo')).toBeUndefined()
        const read = await agent.call('read_file', { path: 'README.md' })
        expect(read).toMatchObject({ isError: false, status: 'completed' })
        expect(read.text).toContain('Hello from the workspace.')
      },
    )

    scenario('a client that asks for a revision without sessions falls back to one with them', { verifies: ['agent.mcp'] }, async () => {
      await using agent = await connectMcp(world(), channel, { newest: true })
      expect(await agent.call('read_file', { path: 'README.md' })).toMatchObject({ isError: false })
      expect(agent.client.getNegotiatedProtocolVersion()).toBe('2025-11-25')
    })

    scenario('a write waits for the operator, says so, and runs after the yes', { verifies: ['agent.mcp'] }, async () => {
      await using agent = await connectMcp(world(), channel)
      const words: string[] = []
      const content = `${'a long line of text\n'.repeat(2_000)}`
      const writing = agent.call('write_file', { path: `${channel}.txt`, content }, { onProgress: (message) => words.push(message) })
      const { id, tool_id, agent: by } = await asked('write_file')
      expect(by).toBe('agent (test-client)')
      await eventually('words', () => words.find((message) => message.startsWith(`Waiting for the operator, id ${tool_id}`)))
      await world().operator.approve(id, { comment: 'fine' })
      const written = await writing
      expect(written).toMatchObject({ isError: false, id: tool_id, status: 'completed' })
      expect(written.text).toContain('> fine')
      expect(await world().workspace.read(`${channel}.txt`)).toBe(content)
    })

    scenario('what is refused, rejected, unknown or wrong comes as a tool error in words', { verifies: ['agent.mcp'] }, async () => {
      await using agent = await connectMcp(world(), channel)
      const deleting = agent.call('delete_file', { path: 'config.json' })
      await world().operator.reject((await asked('delete_file')).id, 'we still need it')
      expect(await deleting).toMatchObject({ isError: true, status: 'rejected', text: expect.stringContaining('> we still need it') })
      const [outside, unknown, invalid, missing] = await Promise.all([
        agent.call('read_file', { path: '../secret' }),
        agent.call('no_such_tool'),
        agent.call('read_file', { path: 'README.md', surprise: 1 }),
        agent.call('await_call', { tool_id: 'nonsense' }),
      ])
      expect(outside).toMatchObject({ isError: true, text: expect.stringContaining('Path outside workspace') })
      expect(unknown).toMatchObject({ isError: true, status: 'failed', text: expect.stringContaining('Tool not found') })
      expect(invalid).toMatchObject({ isError: true, text: expect.stringContaining('surprise') })
      expect(missing).toMatchObject({ isError: true, text: expect.stringContaining('tool_id') })
    })

    scenario('a call that the client gives up is withdrawn', { verifies: ['agent.mcp'] }, async () => {
      await using agent = await connectMcp(world(), channel)
      const giveUp = new AbortController()
      const moving = agent.call('move_file', { from: 'config.json', to: 'moved.json' }, { signal: giveUp.signal })
      const { tool_id } = await asked('move_file')
      giveUp.abort('not needed')
      await expect(moving).rejects.toThrow('not needed')
      const ended = await eventually('its end', async () => {
        const view = await executionOf(tool_id)
        return view.status === 'awaiting_approval' ? undefined : view
      })
      expect(ended).toMatchObject({ status: 'cancelled', error: expect.stringContaining('the agent withdrew the call') })
    })

    scenario(
      'two connections are two sessions, and one that leaves takes its calls along',
      { verifies: ['agent.mcp-session'] },
      async () => {
        await using first = await connectMcp(world(), channel, { name: 'Twin ✨ (operator:x)' })
        await using second = await connectMcp(world(), channel, { name: 'Twin ✨ (operator:x)' })
        const read = await Promise.all([first, second].map((agent) => agent.call('git_status').then(({ id }) => executionOf(id))))
        expect(new Set(read.map(({ session_id }) => session_id)).size).toBe(2)
        expect(read.map(({ agent }) => agent)).toEqual(['agent (Twin-operator-x)', 'agent (Twin-operator-x)'])
        const making = first.call('create_directory', { path: 'made' }).catch((error: Error) => error)
        const { tool_id } = await asked('create_directory')
        await first.leave()
        await making
        await eventually('the end of its call', async () => (await executionOf(tool_id)).status === 'cancelled')
        expect(await second.call('read_file', { path: 'README.md' })).toMatchObject({ isError: false })
      },
    )
    askingScenarios(channel, world)
    resumingScenario(channel, world)
  })
}
