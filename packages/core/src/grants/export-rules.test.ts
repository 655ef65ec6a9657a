import { parsePolicy } from '@countersign/policy'
import { digestOf, type Grant } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { AT, sampleGrant, sampleProject } from '../../test/records.ts'
import { exportRules } from './export-rules.ts'

const project = sampleProject()
const grant = (key: string, more: Partial<Grant> = {}): Grant =>
  sampleGrant(project, { scope: 'project', class: key, never: false, script: null, expires_at: null, ...more })
const rulesOf = (...grants: Grant[]) => parsePolicy(exportRules(grants, AT)).rules

describe('grants as rules of a policy file', () => {
  test.each([
    ['command:cargo build', 'cargo build'],
    ['command:npm script test', 'npm test'],
    ['command:npm script build', 'npm run build'],
    ['command:exactly make all DEBUG=1', 'make all DEBUG=1'],
    ['command+repository@api:git commit', 'git commit'],
  ])('%s becomes a rule for %s', (key, command) => {
    expect(rulesOf(grant(key))).toMatchObject([{ do: 'allow', commands: [command], cover_high: false }])
  })

  test('a folder becomes a rule for the tools that change files, never becomes deny', () => {
    const [rule] = rulesOf(grant('change:docs/**', { never: true, cover_high: true }))
    expect(rule).toMatchObject({ do: 'deny', paths: ['docs/**'], cover_high: false })
    expect(rule?.tools).toEqual(expect.arrayContaining(['write_file', 'apply_patch', 'move_file', 'delete_file', 'create_directory']))
  })

  test('what a rule cannot say stands beside it', () => {
    const script = { kind: 'package', name: 'test', folder: 'a', digest: digestOf('x') } as const
    const text = exportRules(
      [grant('command@a:npm script test', { script, every_agent: false, expires_at: '2027-01-01T00:00:00.000Z' })],
      AT,
    )
    expect(exportRules([grant('command:npm script test (with A=1)')], AT)).toContain('with A=1 set')
    expect(rulesOf(grant('command:npm script test (with A=1)'))).toMatchObject([{ commands: ['npm test'] }])
    for (const words of ['folder "a"', 'agent "agent"', 'it ends at 2027', 'text that was shown']) expect(text).toContain(words)
  })

  test('what has ended, belongs to a session or is about no class is left out', () => {
    const over = [grant('command:a b', { revoked_at: AT }), grant('command:a b', { expires_at: '2020-01-01T00:00:00.000Z' })]
    expect(rulesOf(...over, grant('command:a b', { scope: 'class' }), grant('x', { class: null }), grant('write_file'))).toEqual([])
  })

  test('no name of a file or word becomes more than a string', () => {
    const [rule] = rulesOf(grant('command:exactly ./x "]\n[[rule]]'))
    expect(rule?.commands).toEqual(['./x "]\n[[rule]]'])
  })
})
