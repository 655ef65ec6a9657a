// Fills a stopped server's database with this many calls and everything that belongs to them: sessions, messages, grants, answered and
// pending approvals, and the log. Spread over thirty days, several agents and several tools.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { bytesOfId, type Copy, createCopier, idAt, type Row, textOfId } from './copier.ts'
import type { Templates } from './templates.ts'

export interface Filling {
  readonly executions: number
  readonly pending: number
}

export interface Filled {
  readonly session: string
  readonly cursorTime: string
}

const SPAN_MILLISECONDS = 30 * 24 * 60 * 60 * 1000
/** Long after the end of the benchmark; how they expire is measured separately. */
const WAITING_MILLISECONDS = 3 * 60 * 60 * 1000
const CALLS_PER_SESSION = 100
const EVENTS_PER_CALL = 2
const AGENTS = 8
const ROWS_PER_COMMIT = 20_000
const TOOLS = ['read_file', 'list_directory', 'search_files', 'git.status', 'write_file', 'execute_command', 'git.commit', 'apply_patch']

export const databaseOf = (data: string): string => join(data, 'server', 'countersign.sqlite')

export function fillStore(data: string, templates: Templates, filling: Filling): Filled {
  using database = new DatabaseSync(databaseOf(data))
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; PRAGMA foreign_keys = OFF')
  const filler = createFiller(database, templates, filling)
  inCommits(database, filler.sessions, filler.addSession)
  inCommits(database, filling.executions, filler.addCall)
  inCommits(database, filling.pending, filler.addWaiting)
  inCommits(database, Math.max(300, filling.executions / 10), filler.addMessage)
  inCommits(database, filling.executions * EVENTS_PER_CALL, filler.addEvent)
  filler.finish()
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return { session: filler.session(), cursorTime: new Date(filler.timeOf(filling.executions / 2)).toISOString() }
}

function inCommits(database: DatabaseSync, count: number, add: (index: number) => void): void {
  for (let begin = 0; begin < count; begin += ROWS_PER_COMMIT) {
    database.exec('BEGIN')
    for (let index = begin; index < Math.min(count, begin + ROWS_PER_COMMIT); index++) add(index)
    database.exec('COMMIT')
  }
}

function createFiller(database: DatabaseSync, templates: Templates, { executions }: Filling) {
  const project = bytesOfId(templates.project)
  const one = (text: string, ...values: (Uint8Array | string)[]): Row => database.prepare(text).get(...values) as Row
  const call = (name: keyof Templates['calls']) => one('SELECT * FROM tool_executions WHERE id = ?', bytesOfId(templates.calls[name]))
  const approvalOf = ({ approval_id }: Row) => one('SELECT * FROM approvals WHERE id = ?', approval_id as Uint8Array)
  const copy = (table: string): Copy => createCopier(database, table)
  const copies = { sessions: copy('sessions'), calls: copy('tool_executions'), approvals: copy('approvals'), grants: copy('grants') }
  const [read, missing, rejected, approved, waiting] = [call('read'), call('missing'), call('rejected'), call('approved'), call('waiting')]
  const asked = new Map([rejected, approved, waiting].map((row) => [row, approvalOf(row)]))
  const session = one('SELECT * FROM sessions WHERE id = ?', read.session_id as Uint8Array)
  const grant = one('SELECT * FROM grants LIMIT 1')
  const end = Date.now() - 60_000
  const timeOf = (index: number) => Math.floor(end - SPAN_MILLISECONDS + (SPAN_MILLISECONDS * index) / executions)
  const sessionIds: Uint8Array[] = []
  const sessions = Math.max(100, executions / CALLS_PER_SESSION)
  const addCallOf = (template: Row, time: number, changes: Row, terms: Row = {}) => {
    const id = idAt(time)
    const approval = asked.get(template)
    const approval_id = approval ? idAt(time) : null
    copies.calls(template, time, { id, call_id: null, approval_id, ...changes })
    const { session_id = null, agent = null } = changes
    if (approval) copies.approvals(approval, time, { id: approval_id, tool_id: id, session_id, agent, ...terms })
  }
  const kindOf = (index: number): [Row, string?] => {
    if (index % 50 === 7) return [missing]
    if (index % 20 === 3) return [rejected]
    return index % 10 === 5 ? [approved, TOOLS[4 + (Math.floor(index / 10) % 4)]] : [read, TOOLS[index % 4]]
  }
  const sessionOf = (index: number) => sessionIds[Math.floor((index * sessions) / executions) % sessions] as Uint8Array
  const agentOf = (index: number) => `agent-${Math.floor((index * sessions) / executions) % AGENTS}`
  const { addMessage, addEvent, finish } = createLogFiller(database, project, { timeOf, executions, sessionIds })
  return {
    sessions,
    timeOf,
    session: () => textOfId(sessionIds.at(-1) as Uint8Array),
    addSession: (index: number) => {
      const time = timeOf((index * executions) / sessions)
      const id = idAt(time)
      sessionIds.push(id)
      const changes = { id, agent: `agent-${index % AGENTS}`, title: `Work of day ${index % 30}` }
      const ended_at = index < sessions - 60 ? time + 60_000 : null
      copies.sessions(session, time, { ...changes, last_call_at: Date.now(), ended_at })
      if (index % 10 === 0 || sessions <= 100) copies.grants(grant, time, { id: idAt(time), session_id: id, agent: changes.agent })
    },
    addCall: (index: number) => {
      const [template, tool] = kindOf(index)
      const place = { session_id: sessionOf(index), agent: agentOf(index) }
      addCallOf(template, timeOf(index), { ...place, ...(tool !== undefined && { tool_name: tool }) })
    },
    addWaiting: (index: number) => {
      const place = { session_id: sessionIds.at(-1 - (index % 50)) as Uint8Array, agent: `agent-${index % AGENTS}` }
      addCallOf(waiting, end + (index % 60_000), place, { expires_at: end + WAITING_MILLISECONDS })
    },
    addMessage,
    addEvent,
    finish,
  }
}

interface LogPlace {
  readonly timeOf: (index: number) => number
  readonly executions: number
  readonly sessionIds: readonly Uint8Array[]
}

/** The rows of the log are not chained: nothing here reads their hashes. */
function createLogFiller(database: DatabaseSync, project: Uint8Array, { timeOf, executions, sessionIds }: LogPlace) {
  const message = database.prepare('SELECT * FROM messages ORDER BY length(content) DESC LIMIT 1').get() as Row
  const copyMessage = createCopier(database, 'messages')
  const rows = database.prepare('SELECT type, payload FROM events WHERE project_id = ?').all(project) as Row[]
  const { last_seq } = database.prepare('SELECT last_seq FROM projects WHERE id = ?').get(project) as Row
  const insert = database.prepare('INSERT INTO events (project_id, seq, type, payload, time, hash) VALUES (?, ?, ?, ?, ?, ?)')
  const hash = crypto.getRandomValues(Buffer.alloc(32))
  let seq = Number(last_seq)
  return {
    addMessage: (index: number) => {
      const time = timeOf((index * 10) % executions)
      const content = `${String(message.content)} ${index % 3 === 0 ? 'needle' : `straw ${index}`}`
      copyMessage(message, time, { id: idAt(time), session_id: sessionIds[index % sessionIds.length] as Uint8Array, content })
    },
    addEvent: (index: number) => {
      const { type = null, payload = null } = rows[index % rows.length] ?? {}
      seq += 1
      insert.run(project, seq, type, payload, timeOf(index / EVENTS_PER_CALL), hash)
    },
    finish: () => void database.prepare('UPDATE projects SET last_seq = ?, last_hash = ? WHERE id = ?').run(seq, hash, project),
  }
}
