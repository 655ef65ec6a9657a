// Nobody answers in time: the seconds by risk are settings, so one second is enough here.
import { expect } from 'vitest'
import { scenario } from '../scenario.ts'
import { sharedWorld } from '../world/shared-world.ts'

const world = sharedWorld({ serve: ['--approval-seconds', '1'] })

scenario(
  'a call that nobody answers ends as a timeout, and nothing runs',
  { verifies: ['approvals.timeout', 'approvals.timeout-settings', 'approvals.timeout-told-apart', 'approvals.too-late'] },
  async () => {
    const asked = await world().agent.call('write_file', { path: 'late.md', content: 'late\n' })
    expect(await world().operator.approval(asked.approval_id as string)).toMatchObject({ timeout_seconds: 1 })
    const view = await world().agent.end(asked.tool_id)
    expect(view).toMatchObject({ status: 'timeout', error_code: 'APPROVAL_TIMEOUT', error: expect.stringMatching(/^Approval timeout/) })
    const late = await world().operator.answer(asked.approval_id as string, { decision: 'approved' })
    expect(late).toMatchObject({ status: 410, body: { success: false, error_code: 'APPROVAL_TIMEOUT' } })
    expect(world().workspace.has('late.md')).toBe(false)
    expect((await world().agent.see(asked.tool_id)).status).toBe('timeout')
  },
)
