// Reads a file for the editor: the whole text, the beginning of a text that is too large, the bytes of an image, or the reason why
// it cannot be shown.
import { digestOf } from '@countersign/protocol'
import type { Refusal, WorkspaceTools } from '../workspace/workspace-tools.ts'
import type { Version } from './document.ts'

export const MAX_EDITED_BYTES = 2 * 1024 * 1024
const FIRST_LINES = 20_000

interface FileRead {
  readonly content: string
  readonly encoding: 'utf-8' | 'base64'
  readonly size: number
  readonly truncated: boolean
}

export type ReadFile =
  | { readonly kind: 'text'; readonly version: Version; readonly size: number; readonly isCut: boolean }
  | { readonly kind: 'bytes'; readonly base64: string; readonly size: number }
  | { readonly kind: 'refused'; readonly problem: Refusal }

export async function readDocument(tools: WorkspaceTools, path: string): Promise<ReadFile> {
  const first = await tools.call<FileRead>('read_file', { path, limit: FIRST_LINES })
  if (!first.ok) return { kind: 'refused', problem: first }
  const { content, encoding, size, truncated } = first.result
  if (encoding === 'base64') return { kind: 'bytes', base64: content, size }
  if (size > MAX_EDITED_BYTES) return { kind: 'text', version: versionOf(content.slice(0, MAX_EDITED_BYTES)), size, isCut: true }
  if (!truncated) return { kind: 'text', version: versionOf(content), size, isCut: false }
  const whole = await tools.call<FileRead>('read_file', { path })
  if (!whole.ok) return { kind: 'refused', problem: whole }
  return { kind: 'text', version: versionOf(whole.result.content), size: whole.result.size, isCut: false }
}

export const versionOf = (content: string): Version => ({ content, digest: digestOf(content) })
