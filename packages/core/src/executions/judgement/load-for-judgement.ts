// Loads what a judgement needs: the shell grammar, and the text of values that are sent by reference. Awaited before a transaction, never
// inside one. What cannot be loaded becomes a refusal, which is recorded like any other.
import { type BodyReference, Failure, LIMITS, MEGABYTE, type ProjectId, strictBodyText } from '@countersign/protocol'
import { type AnyTool, findTool, type Guard, neededTexts, type Reading, readsShell } from '@countersign/tools'
import type { Core } from '../../work/core.ts'

export type LoadedForJudgement = Pick<Guard, 'parseShell'> & Pick<Reading, 'texts'>

export interface CallToJudge {
  readonly project_id: ProjectId
  readonly tool_name: string
  readonly tool_params: Record<string, unknown>
}

export async function loadForJudgement(core: Core, call: CallToJudge): Promise<LoadedForJudgement> {
  const tool = findTool(call.tool_name)
  return tool ? { ...(await readGrammar(core, tool)), texts: await readTexts(core, tool, call) } : {}
}

async function readGrammar(core: Core, tool: AnyTool): Promise<LoadedForJudgement> {
  if (!core.shellGrammar || !readsShell(tool)) return {}
  try {
    return { parseShell: await core.shellGrammar.load() }
  } catch (error) {
    core.onDefect(error, 'shell grammar')
    return {}
  }
}

async function readTexts(core: Core, tool: AnyTool, { project_id, tool_params }: CallToJudge): Promise<Record<string, string | Failure>> {
  const references = Object.entries(neededTexts(tool, tool_params))
  const texts = references.map(async ([name, reference]) => [name, await readText(core, project_id, name, reference)] as const)
  return Object.fromEntries(await Promise.all(texts))
}

async function readText(core: Core, project: ProjectId, name: string, { $body }: BodyReference): Promise<string | Failure> {
  const size = await core.bodies.size(project, $body)
  if (size !== undefined && size > LIMITS.maxDiffBytes) {
    return new Failure('FILE_TOO_LARGE', {
      subject: `${name} has ${size} bytes, at most ${LIMITS.maxDiffBytes / MEGABYTE} MB can be judged`,
    })
  }
  const bytes = await core.bodies.get(project, $body)
  if (!bytes) return new Failure('INVALID_ARGUMENTS', { subject: `${name}: the body ${$body} is no longer stored; store it again` })
  try {
    return strictBodyText(bytes)
  } catch (cause) {
    return new Failure('INVALID_ARGUMENTS', { subject: `${name}: the body ${$body} is not text in UTF-8` }, { cause })
  }
}
