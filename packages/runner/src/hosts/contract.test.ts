// Every example of every tool, in a real workspace with the real hosts: what the tool says of itself is what it does, and it does so
// with the powers that it names. Whatever else it reaches for throws.
import { NO_POLICY, type ParseShellLine } from '@countersign/policy'
import { DISMISSED, type ExecutionId, Failure, inEnglish, questionAnswerSchema } from '@countersign/protocol'
import { createShellGrammar } from '@countersign/shell-grammar'
import { type AnyTool, CATALOGUE, findTool, type PersistentRequest, readCall, type ToolExample } from '@countersign/tools'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createTestEditorHost, createTestGitHost, createTestProcessHost, createTestWorkspaceHost } from '../../test/hosts/create-host.ts'
import { initRepository, TEST_IDENTITY } from '../../test/hosts/git-repository.ts'
import { openPersistentIn, powersOfCall } from '../../test/hosts/persistent-in.ts'
import { detectTestSandbox } from '../../test/hosts/run-in.ts'
import { strictPorts } from '../../test/hosts/strict-ports.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../test/hosts/temporary-workspace.ts'
import type { Sandbox } from '../sandbox/index.ts'
import { createResolver } from './index.ts'
import { createScratchHost } from './scratch/scratch-host.ts'

type Example = ToolExample<Record<string, unknown>>

let sandbox: Sandbox
let parseShell: ParseShellLine

beforeAll(async () => {
  sandbox = await detectTestSandbox()
  parseShell = await createShellGrammar().load()
  if (sandbox.reason) console.warn(`Examples run without a sandbox: ${sandbox.reason}`)
})

async function runExample(tool: AnyTool, example: Example) {
  await using place = createTemporaryWorkspace(example.given)
  if (example.repository) initRepository(place.root, { commits: example.repository === true })
  await using running = await openPersistentIn({ root: place.root, dataDir: place.at('../data'), sandbox })
  for (const [processId, line] of Object.entries(example.running ?? {})) await running.start({ processId, line, cwd: '.' }, powersOfCall())
  const facts = { resolve: createResolver(place.root), parseShell, findProcess: running.facts }
  const guard = { isolation: 'sandbox', policy: NO_POLICY, ...facts } as const
  const read = readCall(tool, example.input, { byOperator: true, byCountersign: true })
  const call = 'refusal' in read ? read : read.judge(guard)
  if ('refusal' in call) return { refused: call.refusal.code }
  const { signal } = new AbortController()
  const workspace = createTestWorkspaceHost(place)
  const processes = createTestProcessHost({ root: place.root, sandbox, risk: call.risk, network: call.network, signal })
  const git = createTestGitHost({ root: place.root, sandbox, signal, identity: async () => TEST_IDENTITY })
  const persistent = {
    ...running,
    read: async (request: Parameters<typeof running.read>[0]) => running.read(request),
    start: (request: PersistentRequest) => running.start(request, powersOfCall()),
  }
  const editor = createTestEditorHost({ root: place.root, signal })
  const scratch = createScratchHost(undefined)
  const ports = { signal, workspace, processes, git, persistent, scratch, editor, undo: place.undoStore }
  try {
    if (example.after) await runBefore(example.after, place)
    const preview = tool.preview && (await call.preview(strictPorts(tool, ports, 'preview')))
    const answer = questionAnswerSchema.parse(example.answer ?? { action: DISMISSED })
    const output = tool.output.parse(tool.question ? call.settle(answer) : await call.run(strictPorts(tool, ports, 'run')))
    return { risk: call.risk, preview, output, report: tool.report(output, tool.input.parse(example.input)) }
  } catch (error) {
    if (error instanceof Failure) return { risk: call.risk, refused: error.code }
    throw error
  }
}

async function runBefore({ tool_id, tool_name, tool_params }: NonNullable<Example['after']>, place: TemporaryWorkspace): Promise<void> {
  const tool = findTool(tool_name)
  const recorder = place.undoStore.recorderFor(tool_id as ExecutionId)
  await tool?.run?.(tool.input.parse(tool_params), { workspace: createTestWorkspaceHost({ ...place, recorder }) } as never)
}

describe.each(CATALOGUE.map((tool) => [tool.name, tool] as const))('%s', (_, tool) => {
  it.each(tool.examples.map((example) => [example.title, example as Example] as const))(
    'does what its example says: %s',
    async (_title, example) => {
      const outcome = await runExample(tool, example)
      expect(outcome.refused).toBe(example.refuses)
      if (example.risk !== undefined) expect(outcome.risk).toBe(example.risk)
      if (example.refuses !== undefined) expect(tool.fails).toContain(example.refuses)
      else expect(outcome).toMatchObject({ output: { success: true }, report: expect.stringMatching(/\S/) })
    },
  )

  it('has an example of a refusal and one of a success', () => {
    expect(tool.examples.some((example) => example.refuses !== undefined)).toBe(true)
    expect(tool.examples.some((example) => example.refuses === undefined)).toBe(true)
  })

  it('refuses parameters that it does not know', () => {
    expect(tool.input.safeParse({ ...tool.examples[0]?.input, surprise: 1 }).success).toBe(false)
  })

  it('has a JSON Schema for parameters and result', () => {
    expect(z.toJSONSchema(tool.input, { io: 'input' })).toMatchObject({ type: 'object', additionalProperties: false })
    expect(z.toJSONSchema(tool.output)).toMatchObject({ type: 'object', required: expect.arrayContaining(['success']) })
  })

  it('asks in one sentence made from the parameters', () => {
    const input = tool.input.parse(tool.examples[0]?.input)
    expect(inEnglish(tool.ask(input))).toMatch(/^[A-Z][^\n]+$/)
  })
})

it('every name and alias belongs to one tool', () => {
  const names = CATALOGUE.flatMap((tool) => [tool.name, ...tool.aliases])
  expect(new Set(names).size).toBe(names.length)
  for (const tool of CATALOGUE) for (const name of [tool.name, ...tool.aliases]) expect(findTool(name)).toBe(tool)
  expect(findTool('constructor')).toBeUndefined()
})
