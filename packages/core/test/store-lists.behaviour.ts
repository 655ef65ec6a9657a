// Lists: every store gives the same pages, in the same order, without loss or repetition.
import type { Execution, Project, Session } from '@countersign/protocol'
import { expect, it } from 'vitest'
import type { CallQuery, Page, PageQuery, Place, Store } from '../src/index.ts'
import type { OpenStore } from './open-store.ts'
import { at, putExecution, sampleExecution, sampleMessage, sampleProject, sampleSession } from './records.ts'

const ANY = { limit: 100, maxBytes: 1_000_000 }

/** All pages, one after another. */
async function readAll<Row>(page: (after: Place | undefined) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  let after: Place | undefined
  do {
    const found = await page(after)
    rows.push(...found.rows)
    after = found.next
  } while (after)
  return rows
}

async function withSessions(store: Store, changes: readonly Partial<Session>[]): Promise<{ project: Project; sessions: Session[] }> {
  const project = sampleProject()
  const sessions = changes.map((change) => sampleSession(project, change))
  await store.transact(async (tx) => {
    await tx.projects.insert(project)
    for (const session of sessions.toSorted(() => Math.random() - 0.5)) await tx.sessions.insert(session)
  })
  return { project, sessions }
}

export function describeLists(open: OpenStore): void {
  it('gives pages that together are everything once, newest first, also within one millisecond', async () => {
    await using store = await open()
    const { project, sessions } = await withSessions(
      store,
      Array.from({ length: 9 }, (_, index) => ({ created_at: at(Math.floor(index / 4)) })),
    )
    const page = (after: Place | undefined) =>
      store.read((tx) => tx.sessions.page({ equal: { project_id: project.id }, after, limit: 2, maxBytes: ANY.maxBytes }))
    expect(await readAll(page)).toEqual(sessions.toReversed())
    const { next } = await store.read((tx) => tx.sessions.page({ ...ANY, limit: 9 }))
    expect(next).toBeUndefined()
  })

  it('ends a page with the row that goes beyond its bytes, and never before the first', async () => {
    await using store = await open()
    const titles = ['x'.repeat(5_000), 'small', 'y'.repeat(5_000)]
    const { sessions } = await withSessions(
      store,
      titles.map((title, index) => ({ title, created_at: at(index) })),
    )
    const pages: number[] = []
    const rows = await readAll(async (after) => {
      const page = await store.read((tx) => tx.sessions.page({ limit: 10, maxBytes: 2_000, after }))
      pages.push(page.rows.length)
      return page
    })
    expect(rows).toEqual(sessions.toReversed())
    expect(pages).toEqual([1, 2])
  })

  it('finds by time, by equality, and by what has a value', async () => {
    await using store = await open()
    const { project, sessions } = await withSessions(store, [
      { created_at: at(1), ended_at: at(9) },
      { created_at: at(2), agent: 'other' },
      { created_at: at(3) },
    ])
    const [ended, other, last] = sessions
    const page = async (query: Partial<PageQuery<Session>>) =>
      (await store.read((tx) => tx.sessions.page({ ...ANY, equal: { project_id: project.id }, ...query }))).rows
    expect(await page({ since: at(2) })).toEqual([last, other])
    expect(await page({ until: at(2) })).toEqual([ended])
    expect(await page({ present: 'ended_at' })).toEqual([ended])
    expect(await page({ equal: { project_id: project.id, ended_at: null } })).toEqual([last, other])
    expect(await page({ equal: { project_id: project.id, agent: 'other', ended_at: null } })).toEqual([other])
  })

  it('finds calls by any mixture of filters, over all projects of a user', async () => {
    await using store = await open()
    const { calls, find } = await withCalls(store)
    const expected = (isMeant: (call: Execution) => boolean) => calls.filter(isMeant).map(({ id }) => id)
    expect(await find({})).toEqual(expected(() => true))
    expect(await find({ tool_name: 'read_file' })).toEqual(expected((call) => call.tool_name === 'read_file'))
    expect(await find({ status: 'failed', risk_level: 'MEDIUM' })).toEqual(
      expected((call) => call.status === 'failed' && call.risk_level === 'MEDIUM'),
    )
    expect(await find({ made_by: 'operator', status: 'pending' })).toEqual(
      expected((call) => call.agent === 'operator:ada' && call.status === 'pending'),
    )
    expect(await find({ agent: 'coder', since: at(5), until: at(20) })).toEqual(
      expected((call) => call.agent === 'coder' && call.created_at >= at(5) && call.created_at < at(20)),
    )
    const [first] = calls
    const ofProject = { project_id: first?.project_id } as Partial<CallQuery>
    expect(await find(ofProject)).toEqual(expected((call) => call.project_id === first?.project_id))
    expect(await find({ session_id: first?.session_id, status: first?.status })).toEqual(
      expected((call) => call.session_id === first?.session_id && call.status === first?.status),
    )
    expect(await find({ matches: ({ id }) => id === first?.id })).toEqual([first?.id])
    expect(await find({ tool_name: 'undo' })).toEqual([])
    expect(await find({ user_id: 'grace' })).toEqual([])
    expect(await find({ user_id: 'grace', ...ofProject })).toEqual([])
    expect(await find({ user_id: 'grace', session_id: first?.session_id })).toEqual([])
  })

  it('finds a call by the status that it now has, and nothing of a deleted project', async () => {
    await using store = await open()
    const { calls, find } = await withCalls(store)
    const pending = calls.find(({ status }) => status === 'pending') as Execution
    await store.transact((tx) => putExecution(tx, { ...pending, status: 'cancelled', completed_at: at(99) } as Execution, 'pending'))
    expect(await find({ status: 'cancelled' })).toEqual([pending.id])
    expect(await find({ status: 'pending' })).not.toContain(pending.id)
    await store.transact((tx) => tx.projects.delete(pending.project_id))
    expect(await find({})).toEqual(calls.filter(({ project_id }) => project_id !== pending.project_id).map(({ id }) => id))
    while (await store.prune()) expect(await store.read((tx) => tx.projects.get(pending.project_id))).toBeUndefined()
    expect(await store.read((tx) => tx.projects.count({}))).toBe(1)
  })

  it('finds sessions by any part of a title or a message, in any case and script, in their project only', async () => {
    await using store = await open()
    const { project, sessions } = await withSessions(store, [{ title: 'Mend the PARSER "x"' }, { title: '' }, { title: 'Отчёт' }])
    const [parser, silent, report] = sessions as [Session, Session, Session]
    const other = sampleProject()
    await store.transact(async (tx) => {
      await tx.messages.insert(sampleMessage(project, { session_id: silent.id, content: 'the lexer before the parser' }))
      await tx.projects.insert(other)
      await tx.sessions.insert(sampleSession(other, { title: 'parser' }))
    })
    const find = async (text: string) => [...(await store.read((tx) => tx.findSessions({ project_id: project.id, text })))].sort()
    const ids = (...found: Session[]) => found.map(({ id }) => id).sort()
    expect(await find('parser')).toEqual(ids(parser, silent))
    expect(await find('arser "X')).toEqual(ids(parser))
    expect(await find('отчёт')).toEqual(ids(report))
    expect(await find('чё')).toEqual(ids(report))
    expect(await find('nothing')).toEqual([])
    await store.transact((tx) => tx.sessions.update({ ...parser, title: 'Another' }))
    expect(await find('parser')).toEqual(ids(silent))
    expect(await find('another')).toEqual(ids(parser))
  })
}

/** Forty calls of one user in two projects, newest first, with every mixture of four columns. */
async function withCalls(store: Store) {
  const projects = [sampleProject(), sampleProject()]
  const sessions = projects.map((project) => sampleSession(project))
  const calls = Array.from({ length: 40 }, (_, index) =>
    sampleExecution(
      projects[index % 2] as Project,
      {
        created_at: at(Math.floor(index / 2)),
        session_id: sessions[index % 2]?.id,
        agent: index % 3 === 0 ? 'operator:ada' : 'coder',
        tool_name: index % 5 < 2 ? 'read_file' : 'write_file',
        status: index % 4 === 1 ? 'failed' : 'pending',
        risk_level: index % 7 < 3 ? 'MEDIUM' : null,
        ...(index % 4 === 1 && { completed_at: at(99) }),
      } as Partial<Execution>,
    ),
  )
  await store.transact(async (tx) => {
    for (const project of projects) await tx.projects.insert(project)
    for (const session of sessions) await tx.sessions.insert(session)
    for (const call of calls.toSorted(() => Math.random() - 0.5)) await putExecution(tx, call)
  })
  const find = async (query: Partial<CallQuery>) =>
    (await readAll((after) => store.read((tx) => tx.findCalls({ user_id: 'ada', limit: 7, maxBytes: 100_000, ...query, after })))).map(
      ({ id }) => id,
    )
  return { calls: calls.toSorted((a, b) => (`${a.created_at}${a.id}` < `${b.created_at}${b.id}` ? 1 : -1)), find }
}
