// Figures: every store counts the same.
import type { Execution } from '@countersign/protocol'
import { expect, it } from 'vitest'
import type { FigureQuery } from '../src/index.ts'
import type { OpenStore } from './open-store.ts'
import { at, putExecution, sampleApproval, sampleExecution, sampleProject } from './records.ts'

const DAY = 24 * 60 * 60

export function describeFigures(open: OpenStore): void {
  it('counts calls by tool, risk, status and day, within the time and without those that are left out', async () => {
    await using store = await open()
    const project = sampleProject()
    const query: FigureQuery = { project_id: project.id, since: at(0), until: at(3 * DAY), besides: 'operator:ada' }
    const calls: Partial<Execution>[] = [
      {},
      { created_at: at(5) },
      { created_at: at(DAY) },
      { risk_level: null },
      { tool_name: 'git.status' },
      { tool_name: 'made_up_1', status: 'failed', error_type: 'TOOL_NOT_FOUND', risk_level: null },
      { tool_name: 'made_up_2', status: 'failed', error_type: 'TOOL_NOT_FOUND', risk_level: null },
      { agent: 'operator:grace' },
      { agent: 'operator:ada' },
      { created_at: at(-1) },
      { created_at: at(3 * DAY) },
    ]
    const other = sampleProject()
    await store.transact(async (tx) => {
      for (const each of [project, other]) await tx.projects.insert(each)
      for (const changes of calls) await putExecution(tx, sampleExecution(project, { created_at: at(0), ...changes } as Partial<Execution>))
      await putExecution(tx, sampleExecution(other, { created_at: at(0) }))
    })
    const { tool_name, risk_level, status } = sampleExecution(project)
    const found = await store.read(({ figures }) => figures.calls(query))
    expect(found).toHaveLength(5)
    expect(found).toEqual(
      expect.arrayContaining([
        { tool_name, risk_level, status, day: '2026-01-01', count: 3 },
        { tool_name: 'unknown', risk_level: null, status: 'failed', day: '2026-01-01', count: 2 },
        { tool_name, risk_level, status, day: '2026-01-02', count: 1 },
        { tool_name, risk_level: null, status, day: '2026-01-01', count: 1 },
        { tool_name: 'git.status', risk_level, status, day: '2026-01-01', count: 1 },
      ]),
    )
  })

  it('counts a call where it now is, and not where it was', async () => {
    await using store = await open()
    const project = sampleProject()
    const execution = sampleExecution(project, { created_at: at(0), status: 'pending', risk_level: 'MEDIUM' })
    await store.transact(async (tx) => {
      await tx.projects.insert(project)
      await putExecution(tx, execution)
      await putExecution(tx, { ...execution, status: 'failed', risk_level: 'HIGH', completed_at: at(1) } as Execution, 'pending')
    })
    const undone = store.transact(async (tx) => {
      await putExecution(tx, { ...execution, status: 'completed' } as Execution, 'failed')
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    const query = { project_id: project.id, since: at(0), until: at(DAY), besides: 'operator:ada' }
    expect(await store.read(({ figures }) => figures.calls(query))).toEqual([
      { tool_name: execution.tool_name, risk_level: 'HIGH', status: 'failed', day: '2026-01-01', count: 1 },
    ])
  })

  it('counts answers by how long they took, and questions that nobody answered', async () => {
    await using store = await open()
    const project = sampleProject()
    const query: FigureQuery = { project_id: project.id, since: at(0), until: at(DAY), besides: 'operator:ada' }
    const answers: (Partial<Execution> & { agent?: string; asked?: string })[] = [
      { status: 'executing', approved_at: at(12.55) },
      { status: 'approved', approved_at: at(12.5) },
      { status: 'rejected', completed_at: at(11) },
      { status: 'completed', completed_at: at(31) },
      { status: 'timeout', completed_at: at(310) },
      { status: 'cancelled', completed_at: at(20) },
      { status: 'pending' },
      { status: 'rejected', completed_at: at(12), agent: 'operator:ada' },
      { status: 'rejected', completed_at: at(2 * DAY), asked: at(DAY + 10) },
    ]
    await store.transact((tx) => tx.projects.insert(project))
    for (const { agent = 'agent', asked = at(10), ...answer } of answers) {
      const execution = sampleExecution(project, { status: 'awaiting_approval', agent } as Partial<Execution>)
      const approval = sampleApproval(project, { tool_id: execution.id, created_at: asked, agent })
      const waiting = { ...execution, approval_id: approval.id } as Execution
      await store.transact(async (tx) => {
        await tx.approvals.insert(approval)
        await putExecution(tx, waiting)
        await putExecution(tx, { ...waiting, ...answer } as Execution, 'awaiting_approval')
      })
    }
    const found = await store.read(({ figures }) => figures.decisions(query))
    expect(found).toHaveLength(4)
    expect(found).toEqual(
      expect.arrayContaining([
        { answer: 'approved', waited_seconds: 2.4, count: 2 },
        { answer: 'rejected', waited_seconds: 1, count: 1 },
        { answer: 'answered', waited_seconds: 20, count: 1 },
        { answer: 'expired', waited_seconds: null, count: 1 },
      ]),
    )
  })
}
