// The person's own tool calls: judged, run and recorded like any call, but without approval. A refusal is a result here and not an
// error, because the view shows what to do about each.
import { type Client, RefusedRequest, ServerUnreachable } from '@countersign/client'
import { type BaseDigests, bodyText, type CallView, isEnd, resolveReferences, type Sentence } from '@countersign/protocol'
import type { OpenProject } from '../../connection/open-project.ts'
import type { ShownError } from '../../sentences/use-error-text.ts'

const WAIT_SECONDS = 20

export interface Refusal {
  readonly ok: false
  /** A code of the protocol, or `UNREACHABLE`. */
  readonly code: string
  readonly error: string
  readonly form?: Sentence | undefined
}

export interface Done<T> {
  readonly ok: true
  /** The id of the execution, for its undo. */
  readonly id: string
  readonly result: T
}

export type Outcome<T> = Done<T> | Refusal

export interface WorkspaceTools {
  call<T>(tool: string, params: Readonly<Record<string, unknown>>, baseDigests?: BaseDigests): Promise<Outcome<T>>
  undo(id: string): Promise<Outcome<unknown>>
}

type WorkspaceToolsPorts = Pick<OpenProject, 'client' | 'projectId' | 'mirror'>

export function createWorkspaceTools({ client, projectId, mirror }: WorkspaceToolsPorts): WorkspaceTools {
  const isRunnerAway = () => {
    const { isLoaded, runner } = mirror.store.getState()
    return isLoaded && runner?.online !== true
  }
  const settle = <T>(begin: () => Promise<CallView>) => outcomeOf<T>({ client, projectId, isRunnerAway }, begin)
  return {
    call: (tool, params, baseDigests) =>
      settle(async () => {
        const tool_params = await client.withBodies({ projectId, params })
        const body = { tool_name: tool, tool_params, project_id: projectId, wait_seconds: WAIT_SECONDS }
        return client.execute({ body: baseDigests ? { ...body, base_digests: baseDigests } : body })
      }),
    undo: (id) => settle(() => client.undoExecution({ params: { p: projectId, id } })),
  }
}

const refusalOf = (code: string, { message: error, messageForm: form }: ShownError): Refusal => ({ ok: false, code, error, form })

interface Settling {
  readonly client: Client
  readonly projectId: string
  readonly isRunnerAway: () => boolean
}

async function outcomeOf<T>({ client, projectId, isRunnerAway }: Settling, begin: () => Promise<CallView>): Promise<Outcome<T>> {
  if (isRunnerAway()) return { ok: false, code: 'RUNNER_OFFLINE', error: '' }
  try {
    let view = await begin()
    while (!isEnd(view.status)) {
      // A call that waits for the runner must not run later, when nobody expects it.
      if (isRunnerAway()) {
        await client.cancelExecution({ params: { p: projectId, id: view.tool_id } })
        return { ok: false, code: 'RUNNER_OFFLINE', error: '' }
      }
      view = await client.getExecution({ params: { id: view.tool_id }, query: { wait_seconds: 1 } })
    }
    if (view.status !== 'completed')
      return { ok: false, code: view.error_code ?? 'INTERNAL', error: view.error ?? '', form: view.error_form }
    return { ok: true, id: view.tool_id, result: (await withTexts(client, projectId, view.result)) as T }
  } catch (error) {
    if (error instanceof RefusedRequest) return refusalOf(error.code, error)
    if (error instanceof ServerUnreachable) return { ok: false, code: 'UNREACHABLE', error: error.message }
    throw error
  }
}

/** Long texts of a result are references. */
async function withTexts(client: Client, projectId: string, result: unknown): Promise<unknown> {
  if (typeof result !== 'object' || result === null) return result
  return resolveReferences(result, async (sha256) => bodyText(await client.getBody({ params: { p: projectId, sha256 } })))
}
