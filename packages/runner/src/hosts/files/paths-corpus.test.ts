// Every path of the corpus on a real disk: it stays inside, or it is refused for the right reason.

import { readFileSync } from 'node:fs'
import { isRefused, judgePathUse } from '@countersign/policy'
import { type ErrorCode, Failure } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { createTestWorkspaceHost } from '../../../test/hosts/create-host.ts'
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../../test/hosts/temporary-workspace.ts'
import { createResolver } from '../../disk/names.ts'

type Verdict = 'inside' | 'outside' | 'sensitive' | 'invalid'

interface Step {
  readonly do: 'file' | 'mkdir' | 'symlink' | 'hardlink' | 'fifo' | 'socket'
  readonly path: string
  readonly target?: string
  readonly content?: string
}

interface Line {
  readonly id: string
  readonly path: unknown
  readonly op?: 'read' | 'write'
  readonly expect: Verdict
  readonly also_ok?: readonly Verdict[]
  readonly setup?: readonly Step[]
  readonly platform?: string
  readonly why: string
}

const VERDICTS: Partial<Record<ErrorCode, Verdict>> = {
  PATH_OUTSIDE_WORKSPACE: 'outside',
  SENSITIVE_FILE: 'sensitive',
  INVALID_PATH: 'invalid',
  INVALID_ARGUMENTS: 'invalid',
  PERMISSION_DENIED: 'invalid',
  // Nothing is there, but it would have been inside.
  FILE_NOT_FOUND: 'inside',
}

const corpus = new URL('../../../../policy/corpus/', import.meta.url)
const lines = ['paths.jsonl', 'own-paths.jsonl'].flatMap((name) =>
  readFileSync(new URL(name, corpus), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line),
)

async function prepare(place: TemporaryWorkspace, steps: readonly Step[]): Promise<void> {
  const target = (step: Step) => (step.target ?? '').replaceAll(/\$\{WS\}/g, place.root)
  for (const step of steps) {
    if (step.do === 'file') place.file(step.path, step.content)
    else if (step.do === 'mkdir') place.folder(step.path)
    else if (step.do === 'symlink') place.link(step.path, target(step))
    else if (step.do === 'hardlink') place.hardLink(step.path, target(step))
    else if (step.do === 'fifo') place.pipe(step.path)
    else await place.socket(step.path)
  }
}

async function use(place: TemporaryWorkspace, path: string, op: 'read' | 'write'): Promise<Verdict> {
  const host = createTestWorkspaceHost(place)
  try {
    if (op === 'write') await host.write(path, () => Buffer.from('x'))
    else await host.read(path)
    return 'inside'
  } catch (error) {
    const verdict = error instanceof Failure ? VERDICTS[error.code] : undefined
    // A folder is inside, though it cannot be read as a file.
    if (error instanceof Failure && error.message.endsWith('(it is a folder)')) return 'inside'
    if (verdict === undefined) throw error
    return verdict
  }
}

describe('the corpus of paths', () => {
  it('is there', () => expect(lines.length).toBeGreaterThan(500))

  it.each(lines.map((line) => [`${line.id} ${line.why}`, line] as const))('%s', async (_, line) => {
    await using place = createTemporaryWorkspace()
    await prepare(place, line.setup ?? [])
    const path = (typeof line.path === 'string' ? line.path.replaceAll(/\$\{WS\}/g, place.root) : line.path) as string
    const right = [line.expect, ...(line.also_ok ?? [])]
    const judgement = judgePathUse(path, line.op ?? 'read', { isolation: 'none', resolve: createResolver(place.root) })
    if (isRefused(judgement)) expect(right).toContain(VERDICTS[judgement.refusal.code])
    // Names that only Windows minds are judged by their words alone.
    if (line.platform !== 'windows') expect(right).toContain(await use(place, path, line.op ?? 'read'))
  })
})
