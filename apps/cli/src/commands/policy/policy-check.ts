// countersign policy check: what would happen to a call, and why. Nothing is called and nothing is recorded.
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Verdict } from '@countersign/core'
import { NO_POLICY, parsePolicy } from '@countersign/policy'
import { failureForm, failureSentence, type Isolation, type Mode } from '@countersign/protocol'
import { readWorkspaceFacts } from '@countersign/runner'
import { type Guard, TOOL_NAMES } from '@countersign/tools'
import { createJudge, type Judge } from '../../policy/create-judge.ts'
import { type ProjectFacts, projectFacts } from '../../policy/project-facts.ts'
import { showVerdict } from '../../policy/show-verdict.ts'
import { stderrLogger } from '../../terminal/logger.ts'
import { ownName } from '../../terminal/own-name.ts'
import { parseJson, printJson } from '../../terminal/print.ts'
import { EXIT, UsageError } from '../../terminal/report-error.ts'
import { checkWorkspace } from '../../workspace/check-workspace.ts'

export interface PolicyCheckOptions {
  readonly jsonl?: boolean
  readonly json?: boolean
  readonly workspace?: string
  readonly policy?: string
  readonly isolation: Isolation
  readonly mode?: Mode
  readonly data?: string
}

export async function policyCheck(tool: string | undefined, json: string | undefined, options: PolicyCheckOptions): Promise<void> {
  const judge = createJudge({
    isolation: options.isolation,
    policy: options.policy ? parsePolicy(await readFile(options.policy, 'utf8'), options.policy, TOOL_NAMES) : NO_POLICY,
    ...(await projectOf(options)),
    ...(options.workspace !== undefined && (await factsOf(options.workspace))),
  })
  if (options.jsonl) return checkLines(judge)
  if (!tool) throw new UsageError(`name a tool: ${ownName} policy check execute_command '{"command":"ls"}'`)
  const verdict = await judge(tool, parseJson(json ?? '{}', 'what follows the tool'))
  if (options.json) printJson(verdict)
  else showVerdict(verdict)
  process.exitCode = verdict.decision === 'deny' ? EXIT.failed : EXIT.done
}

/** Lines of a file must not come out another way because a server happens to run. */
async function projectOf({ mode, jsonl, data }: PolicyCheckOptions): Promise<ProjectFacts> {
  if (mode) return { mode }
  return jsonl ? { mode: 'strict' } : projectFacts(data)
}

async function factsOf(given: string): Promise<Partial<Guard>> {
  const workspace = checkWorkspace(given)
  return readWorkspaceFacts({ workspace: given, root: workspace, environment: process.env, logger: stderrLogger('error') })
}

async function checkLines(judge: Judge): Promise<void> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') process.stdout.write(`${JSON.stringify(await checkLine(line, judge))}\n`)
  }
}

async function checkLine(line: string, judge: Judge): Promise<{ id: unknown } & Verdict> {
  let parsed: { id?: unknown; tool?: unknown; params?: unknown } | null
  try {
    parsed = JSON.parse(line)
  } catch (error) {
    return { id: null, ...notACall((error as SyntaxError).message) }
  }
  const id = parsed?.id ?? null
  const { tool, params } = parsed ?? {}
  if (typeof tool !== 'string' || !isObject(params)) return { id, ...notACall('a call is {"tool": "…", "params": {…}}') }
  return { id, ...(await judge(tool, params)) }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const notACall = (why: string): Verdict => ({
  decision: 'deny',
  risk: null,
  code: 'INVALID_ARGUMENTS',
  reasons: [failureSentence('INVALID_ARGUMENTS', why)],
  reasons_forms: [failureForm('INVALID_ARGUMENTS', why)],
})
