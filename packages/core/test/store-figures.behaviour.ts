// Figures: every store counts the same.
import type { Approval, Execution } from '@countersign/protocol'
import { expect, it } from 'vitest'
import type { FigureQuery } from '../src/index.ts'
import type { OpenStore } from './open-store.ts'
import { AT, sampleApproval, sampleExecution, sampleProject } from './records.ts'

const at = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString()
const DAY = 24 * 60 * 60

export function describeFigures(open: OpenStore): void {
  it('counts calls by tool, risk, status and day, within the time and without those that are left out', async () => {
    await using store = await open()
    const project = sampleProject()
    const query: FigureQuery = { project_id: project.id, user_id: 'ada', since: at(0), until: at(3 * DAY), besides: 'operator:ada' }
    const calls: Partial<Execution>[] = [
      {},
      { created_at: at(5) },
      { created_at: at(DAY) },
      { risk_level: null },
      { tool_name: 'git.status' },
      { agent: 'operator:ada' },
      { created_at: at(-1) },
      { created_at: at(3 * DAY) },
    ]
    const other = sampleProject()
    await store.transact(async (tx) => {
      for (const each of [project, other]) await tx.projects.insert(each)
      for (const changes of calls)
        await tx.executions.insert(sampleExecution(project, { created_at: at(0), ...changes } as Partial<Execution>))
      await tx.executions.insert(sampleExecution(other, { created_at: at(0) }))
    })
    const { tool_name, risk_level, status } = sampleExecution(project)
    const found = await store.read(({ figures }) => figures.calls(query))
    expect(found).toHaveLength(4)
    expect(found).toEqual(
      expect.arrayContaining([
        { tool_name, risk_level, status, day: '2026-01-01', count: 2 },
        { tool_name, risk_level, status, day: '2026-01-02', count: 1 },
        { tool_name, risk_level: null, status, day: '2026-01-01', count: 1 },
        { tool_name: 'git.status', risk_level, status, day: '2026-01-01', count: 1 },
      ]),
    )
  })

  it('counts answers by how long they took, and questions that nobody answered', async () => {
    await using store = await open()
    const project = sampleProject()
    const query: FigureQuery = { project_id: project.id, user_id: 'ada', since: at(0), until: at(DAY), besides: '' }
    const asked = (changes: Partial<Approval>, ended: Partial<Execution>, isCurrent = true) => {
      const execution = sampleExecution(project)
      const approval = sampleApproval(project, { tool_id: execution.id, created_at: at(10), ...changes })
      const ends = { ...ended, ...(isCurrent && { approval_id: approval.id }) } as Partial<Execution>
      return { approval, execution: { ...execution, ...ends } as Execution }
    }
    const rows = [
      asked({ status: 'approved' }, { approved_at: at(12.55), completed_at: at(60) }),
      asked({ status: 'approved' }, { approved_at: at(12.5) }),
      asked({ status: 'rejected' }, { completed_at: at(11) }),
      asked({ status: 'answered' }, { completed_at: at(30) }),
      asked({ status: 'expired' }, { completed_at: at(310) }),
      asked({ status: 'withdrawn' }, { completed_at: at(20) }),
      asked({ status: 'pending' }, {}),
      asked({ status: 'approved' }, { approved_at: at(99) }, false),
    ]
    await store.transact(async (tx) => {
      await tx.projects.insert(project)
      for (const { approval, execution } of rows) {
        await tx.approvals.insert(approval)
        await tx.executions.insert(execution)
      }
    })
    const found = await store.read(({ figures }) => figures.decisions(query))
    expect(found).toHaveLength(4)
    expect(found).toEqual(
      expect.arrayContaining([
        { answer: 'approved', waited_seconds: 2.5, count: 2 },
        { answer: 'rejected', waited_seconds: 1, count: 1 },
        { answer: 'answered', waited_seconds: 20, count: 1 },
        { answer: 'expired', waited_seconds: null, count: 1 },
      ]),
    )
  })
}
