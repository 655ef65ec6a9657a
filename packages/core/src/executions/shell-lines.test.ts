// Shell lines from request to answer, with the real grammar.
import { parsePolicy } from '@countersign/policy'
import { describe, expect, it } from 'vitest'
import { createWorld, YES } from '../../test/world.ts'

const run = (command: string, cwd?: string) => ['run_command', { command, ...(cwd && { cwd }) }] as const

describe('a shell line', () => {
  it('is always asked, and the whole line is shown', async () => {
    const world = await createWorld()
    await world.hello()
    const asked = await world.call(...run('ls | wc -l'))
    expect(asked).toMatchObject({ status: 'awaiting_approval', risk_level: 'MEDIUM', reasons: ['A shell line is always asked'] })
    expect(await world.approvalOf(asked)).toMatchObject({ description: 'Run: ls | wc -l', preview: { kind: 'shell', line: 'ls | wc -l' } })
  })

  it('is refused where any part of it is', async () => {
    const world = await createWorld()
    expect(await world.call(...run('ls && rm x'))).toMatchObject({ status: 'failed', error_type: 'COMMAND_NOT_ALLOWED' })
    expect(await world.call(...run('ls', '.git'))).toMatchObject({ status: 'failed', error_type: 'SENSITIVE_FILE' })
  })

  it('is refused where the grammar cannot be loaded, and that is told as a defect', async () => {
    const broken = { load: () => Promise.reject(new Error('no such file')) }
    const world = await createWorld({ shellGrammar: broken })
    expect(await world.call(...run('ls'))).toMatchObject({ status: 'failed', error_type: 'COMMAND_NOT_ALLOWED' })
    expect(world.defects).toEqual([new Error('no such file')])
  })

  it('loads the grammar only for tools that need it', async () => {
    let loads = 0
    const counting = { load: () => Promise.reject(new Error(`load ${++loads}`)) }
    const world = await createWorld({ shellGrammar: counting })
    await world.call('execute_command', { command: 'ls' })
    await world.call('read_file', { path: 'a' })
    expect(loads).toBe(0)
  })

  it('may be covered by a class that is its own, and not by that of another tool or folder', async () => {
    const world = await createWorld()
    await world.hello()
    const asked = await world.call(...run('git commit -m one'))
    await world.engine.decide(world.operator, await world.approvalOf(asked), { ...YES, scope: 'class' })
    expect(await world.call(...run('git commit -m two'))).toMatchObject({ status: 'executing' })
    for (const call of [run('git commit -m two > a.txt'), run('git commit -m two; ls'), run('git commit -m two', 'src')])
      expect(await world.call(...call)).toMatchObject({ status: 'awaiting_approval' })
    expect(await world.call('execute_command', { command: 'git', args: ['commit'] })).toMatchObject({ status: 'awaiting_approval' })
  })

  it('may be edited, and is judged anew', async () => {
    const world = await createWorld()
    await world.hello()
    const asked = await world.call(...run('ls'))
    const edit = (command: string) => ({ ...YES, edited_params: { command } })
    const approval = await world.approvalOf(asked)
    await expect(world.engine.decide(world.operator, approval, edit('ls; rm x'))).rejects.toMatchObject({ code: 'COMMAND_NOT_ALLOWED' })
    expect(await world.engine.decide(world.operator, approval, edit('ls *'))).toMatchObject({ status: 'awaiting_approval' })
    const again = await world.approvalOf(await world.execution(asked.id))
    expect(again).toMatchObject({ risk_level: 'HIGH', preview: { line: 'ls *' } })
    expect(await world.engine.decide(world.operator, again, edit('ls'))).toMatchObject({ status: 'approved' })
  })

  it('is allowed by a rule only where the rule covers every command of it', async () => {
    const policy = parsePolicy(`
[[rule]]
name = "tests"
do = "allow"
commands = ["npm test"]
why = "they are harmless"
examples.match = [{ tool = "run_command", command = "npm test" }]
examples.no_match = [{ tool = "run_command", command = "npm publish" }]
`)
    const world = await createWorld({ policy })
    await world.hello()
    expect(await world.call(...run('npm test && npm test -- a'))).toMatchObject({ status: 'executing' })
    for (const line of ['npm test | tail', 'npm test > a.md', 'npm test $x'])
      expect(await world.call(...run(line))).toMatchObject({ status: 'awaiting_approval' })
  })
})
