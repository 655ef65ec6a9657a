import { describe, expect, test } from 'vitest'
import { askedWrite, createWorld, YES } from '../../test/world.ts'
import { checkEdit } from './check-edit.ts'

const commit = (message: string) => ({ command: 'git', args: ['commit', '-m', message] })

describe('an edit is judged before it is answered', () => {
  test('as the answer itself would be: no more than was shown is not asked again', async () => {
    const world = await createWorld()
    await world.hello()
    const approval = await world.approvalOf(await world.call('execute_command', commit('one')))
    const verdict = await checkEdit(world.core, approval, commit('two'))
    expect(verdict).toMatchObject({
      decision: 'ask',
      risk: 'MEDIUM',
      network: false,
      needs_new_approval: false,
      description: expect.stringContaining('two'),
    })
    const decided = await world.engine.decide(world.operator, approval, { ...YES, edited_params: commit('two') })
    expect(decided.status).toBe('approved')
  })

  test('a higher risk is asked again', async () => {
    const world = await createWorld()
    await world.hello()
    const approval = await world.approvalOf(await world.call('execute_command', commit('one')))
    const params = { command: 'node', args: ['-e', '1'] }
    expect(await checkEdit(world.core, approval, params)).toMatchObject({ risk: 'HIGH', needs_new_approval: true })
    expect((await world.engine.decide(world.operator, approval, { ...YES, edited_params: params })).status).toBe('awaiting_approval')
  })

  test('a file change is always shown again', async () => {
    const world = await createWorld()
    await world.hello()
    const approval = await world.approvalOf(await askedWrite(world))
    expect(await checkEdit(world.core, approval, { path: 'notes.md', content: 'y' })).toMatchObject({
      risk: 'MEDIUM',
      needs_new_approval: true,
    })
  })

  test('what would be refused is told with its code and advice', async () => {
    const world = await createWorld()
    await world.hello()
    const approval = await world.approvalOf(await world.call('execute_command', commit('one')))
    expect(await checkEdit(world.core, approval, { command: 'rm' })).toMatchObject({
      decision: 'deny',
      code: 'COMMAND_NOT_ALLOWED',
      needs_new_approval: false,
    })
    expect(await checkEdit(world.core, approval, { nonsense: 1 })).toMatchObject({ decision: 'deny', code: 'INVALID_ARGUMENTS' })
  })
})
