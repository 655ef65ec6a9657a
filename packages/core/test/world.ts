// An engine on memory adapters with a clock that tests move, one project, and the principals who act in it.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Policy } from '@countersign/policy'
import {
  assertRegistered,
  type Clearance,
  type ClearanceClaims,
  type Execution,
  type ExecutionIn,
  type KnownAttempt,
  type Mode,
  PROTOCOL_VERSION,
  type ProcessReport,
  type Project,
  type ProjectId,
  type Role,
  type RunnerId,
  uuidv7,
} from '@countersign/protocol'
import { createShellGrammar } from '@countersign/shell-grammar'
import { TOOL_NAMES } from '@countersign/tools'
import { createEngineOver } from '../src/engine.ts'
import {
  createMemoryBodies,
  createMemoryBus,
  createMemoryOutputs,
  createMemoryStore,
  type FaultPoint,
  type Ports,
  type Principal,
  type SettingsInput,
  settingsSchema,
} from '../src/index.ts'
import { createCore } from '../src/work/core.ts'

const START = Date.parse('2026-01-01T00:00:00Z')

export interface WorldOptions {
  readonly settings?: SettingsInput
  readonly faults?: (point: FaultPoint) => void
  readonly store?: Ports['store']
  readonly policy?: Policy
  readonly shellGrammar?: Ports['shellGrammar']
  /** Most tests are about how calls live, not about how commands are judged: they take the narrowest judgement. */
  readonly mode?: Mode
}

/** Loaded by the first test that calls a shell tool. */
const grammar = createShellGrammar()

export async function createWorld(options: WorldOptions = {}) {
  const { settings = {}, faults, store = createMemoryStore(), policy, shellGrammar = grammar, mode = 'strict' } = options
  let now = START
  let made = 0
  const defects: unknown[] = []
  const ids = { next: <Id extends string>() => uuidv7<Id>(now, inOrder(made++)) }
  const ports: Ports = {
    store,
    bus: createMemoryBus(),
    bodies: createMemoryBodies(),
    outputs: createMemoryOutputs(),
    clock: { now: () => now },
    ids,
    signer: createSigner(),
    shellGrammar,
    faults,
    checkEvent: assertRegistered,
    onDefect: (error) => void defects.push(error),
  }
  const core = createCore(ports, settingsSchema.parse(settings), policy)
  const engine = createEngineOver(core)
  const project: Project = {
    id: ids.next<ProjectId>(),
    user_id: 'ada',
    name: 'thing',
    workspace_id: 'w',
    mode,
    toolchains: null,
    commands: [],
    created_at: new Date(now).toISOString(),
  }
  await store.transact((tx) => tx.projects.insert(project))
  const runnerId = ids.next<RunnerId>()
  return {
    engine,
    /** What the engine hides: for tests of its parts. */
    core,
    store,
    project,
    runnerId,
    defects,
    agent: principal(['agent'], 'coder'),
    operator: principal(['operator']),
    pass: async (seconds: number) => {
      now += seconds * 1000
      await engine.sweep()
    },
    /** Time goes on, and nobody has looked yet what is due. */
    passUnseen: (seconds: number) => {
      now += seconds * 1000
    },
    now: () => now,
    hello: (attempts: KnownAttempt[] = [], isolation: 'sandbox' | 'none' = 'sandbox', id = runnerId, processes: ProcessReport[] = []) =>
      engine.hello(project, {
        runner_id: id,
        protocol_version: PROTOCOL_VERSION,
        tools: [...TOOL_NAMES],
        isolation,
        platform: 'test',
        workspace: '/w',
        attempts,
        processes,
      }),
    call: (tool_name: string, tool_params: Record<string, unknown>, more: { call_id?: string; session_id?: string } = {}) =>
      engine.request(principal(['agent'], 'coder'), project, { tool_name, tool_params, ...more }),
    execution: async (id: string) => (await store.transact((tx) => tx.executions.get(id))) as Execution,
    approvalOf: async (execution: Execution) => {
      const approval = await store.transact((tx) => tx.approvals.get(execution.approval_id ?? ''))
      if (!approval) throw new Error(`${execution.status} has no approval`)
      return approval
    },
    events: async () => {
      const rows = await store.transact((tx) => tx.events.read(project.id, 0, 1000))
      return rows.map((row) => ({ type: row.type, ...(JSON.parse(row.payload) as Record<string, unknown>) }))
    },
    rows: () => store.transact((tx) => tx.events.read(project.id, 0, 1000)),
    preview: (execution: Execution, path: string, before: string | null = null) =>
      engine.receivePreview(execution, {
        preview: { kind: 'diff', files: [{ path, change: before ? 'modify' : 'create', diff: '+x', size_before: null, size_after: 1 }] },
        base_digests: { [path]: before },
        resolved_paths: { [path]: path },
      }),
  }
}

/** Ids of one millisecond are in the order in which they were made, so that a story has one course. */
function inOrder(count: number): Uint8Array {
  const bytes = randomBytes(10)
  bytes.writeUInt16BE(count % 0x1000)
  return bytes
}

export type World = Awaited<ReturnType<typeof createWorld>>

export const principal = (roles: Role[], agent: string | null = null, user_id = 'ada'): Principal => ({
  user_id,
  roles,
  agent,
  project_id: null,
  token_id: 't',
})

export const YES = { decision: 'approved', scope: 'once', cover_high: false, stop: false } as const
export const NO = { decision: 'rejected', stop: false } as const

/** A write that waits for an answer. */
export async function askedWrite(
  world: World,
  params: Record<string, unknown> = { path: 'notes.md', content: 'x' },
): Promise<ExecutionIn<'awaiting_approval'>> {
  const pending = await world.call('write_file', params)
  return (await world.preview(pending, String(params.path))) as ExecutionIn<'awaiting_approval'>
}

function createSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'jwk' }) as Record<string, unknown>,
    sign: (clearance: ClearanceClaims) => {
      const payload = Buffer.from(JSON.stringify(clearance)).toString('base64url')
      return `e30.${payload}.${sign(null, Buffer.from(payload), privateKey).toString('base64url')}`
    },
  }
}

export const claimsOf = (clearance: string | null): Clearance =>
  JSON.parse(Buffer.from(clearance?.split('.')[1] ?? '', 'base64url').toString())
