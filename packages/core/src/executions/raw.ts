// Records hold the masked form. Where masking changed anything, the raw form is a body, found by its digest.
import { canonicalJson, type Digest, digestOf, type Execution, type ProjectId } from '@countersign/protocol'
import type { Core } from '../work/core.ts'

export interface MaskedForm<T> {
  readonly value: T
  readonly digest: Digest
  readonly masked: boolean
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Stores the raw form if it differs, before the record that refers to it. */
export async function keepRaw<T>(core: Core, project: ProjectId, raw: T): Promise<MaskedForm<T>> {
  const text = canonicalJson(raw)
  const value = core.masker.maskValue(raw)
  const masked = value !== raw
  if (masked) await core.bodies.put(project, encode(text))
  return { value, digest: digestOf(text), masked }
}

export const rawParams = (core: Core, execution: Execution): Promise<Record<string, unknown>> =>
  rawForm(core, execution, execution.params_masked, execution.params_digest, execution.tool_params)

/** An agent's own result; the masked form where the raw one was pruned. */
export const rawResult = (core: Core, execution: Execution): Promise<unknown> =>
  rawForm(core, execution, execution.result_masked, execution.result_digest, execution.result)

export async function rawForm<T>(core: Core, execution: Execution, masked: boolean, digest: Digest | null, value: T): Promise<T> {
  if (!masked || !digest) return value
  const bytes = await core.bodies.get(execution.project_id, digest)
  return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as T) : value
}
