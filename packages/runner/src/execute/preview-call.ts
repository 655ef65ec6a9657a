// What a call would change, made from the files as they are now. The digests of what was read bind the answer to it.
import {
  type BaseDigests,
  type ExecutionId,
  Failure,
  type Mode,
  type Preview,
  type PreviewBody,
  type SessionId,
  scriptKey,
  sentence,
} from '@countersign/protocol'
import type { Call, JudgedCall, Params } from '@countersign/tools'
import { createLocationRules, NO_SERVER_POLICY, type ServerPolicy } from '../clearance/check-clearance.ts'
import type { Logger } from '../ports/logger.ts'
import { type GitPowers, type Machine, openPreviewPorts } from './call-ports.ts'
import { describeError } from './results.ts'
import { type FetchPorts, type JudgedBy, type JudgePorts, judgeHere, readSentCall } from './run-call.ts'
import { readScripts } from './scripts.ts'

export interface CallToShow {
  readonly tool_id: ExecutionId
  readonly session_id?: SessionId | undefined
  readonly tool_name: string
  readonly tool_params: Params
  readonly mode?: Mode | undefined
}

export interface PreviewPorts extends JudgePorts, FetchPorts {
  readonly policy: ServerPolicy
  readonly logger: Logger
}

/** The preview that the server asked for, or why there is none. */
export async function previewSentCall(ports: PreviewPorts, sent: CallToShow, signal: AbortSignal): Promise<PreviewBody> {
  try {
    return await previewCall({ ...ports, session: sent.session_id, mode: sent.mode }, await readSentCall(ports, sent), signal)
  } catch (error) {
    if (!(error instanceof Failure) && signal.aborted) throw error
    return describeError(error, ports.logger, { tool_id: sent.tool_id, tool_name: sent.tool_name })
  }
}

export interface PreviewedCall {
  readonly preview: Preview
  readonly base_digests: BaseDigests
  readonly resolved_paths: Record<string, string>
  readonly folders?: string[]
}

export interface PreviewFacts extends JudgedBy {
  /** Whose `/tmp` may be shown. */
  readonly session?: SessionId | undefined
}

/** What a preview shows leaves this machine: a call that is refused here is not shown. */
export async function previewCall(
  { policy = NO_SERVER_POLICY, mode, session, ...ports }: JudgePorts & PreviewFacts,
  call: Call,
  signal: AbortSignal,
): Promise<PreviewedCall> {
  const judged = await judgeHere(ports, call, { policy, mode })
  const places = createLocationRules({ tool: call.tool.name, rules: [...ports.rules, ...policy.rules] })
  if (!judged.tool.preview) return previewScripts(ports.machine, judged, { signal, places })
  const { ports: opened, seen } = openPreviewPorts(ports.machine, { session, signal, places })
  return { preview: await judged.preview(opened), ...seen() }
}

/** A command that runs scripts of the workspace by name: the answer is bound to their text. */
async function previewScripts(machine: Machine, judged: JudgedCall, bound: Pick<GitPowers, 'signal' | 'places'>): Promise<PreviewedCall> {
  const shown = judged.show({ isolation: machine.isolation, network: judged.network })
  if (shown?.kind !== 'command' && shown?.kind !== 'shell')
    throw new Failure('INVALID_ARGUMENTS', { subject: sentence('tool.nothing-to-show', { tool: judged.tool.name }) })
  const scripts = await readScripts(machine, judged.scripts, bound)
  return {
    preview: { ...shown, scripts: scripts.map((script) => script.shown) },
    base_digests: Object.fromEntries(scripts.map(({ ref, digest }) => [scriptKey(ref), digest])),
    resolved_paths: {},
  }
}

/** For a server that takes no forms: the texts beside them say the same in English. */
export function withoutForms(body: PreviewBody): PreviewBody {
  if ('preview' in body) return { ...body, preview: plainPreview(body.preview) }
  return { error: body.error, error_code: body.error_code }
}

function plainPreview(preview: Preview): Preview {
  if (preview.kind === 'text') return { kind: 'text', text: preview.text }
  if (preview.kind !== 'diff') return preview
  return { ...preview, files: preview.files.map(({ note_form, cut_form, ...file }) => file) }
}
