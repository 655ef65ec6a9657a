// Which grants cover a call, with pieces made by hand.
import { digestOf, type Grant, sentence } from '@countersign/protocol'
import type { CallPiece, JudgedCall } from '@countersign/tools'
import { describe, expect, test } from 'vitest'
import { sampleGrant, sampleProject } from '../../test/records.ts'
import { findCover, findNever } from './cover-call.ts'

const project = sampleProject()
const grant = (key: string, more: Partial<Grant> = {}): Grant =>
  sampleGrant(project, { scope: 'project', class: key, never: false, script: null, expires_at: null, ...more })
const piece = (key: string | undefined, risk: CallPiece['risk'] = 'MEDIUM', within: string[] = []): CallPiece => {
  const named = key === undefined ? [] : [{ key, label: sentence('scope.once-label'), covers: sentence('scope.once') }]
  return { risk, classes: named, within }
}
const call = (pieces: CallPiece[], more: Partial<JudgedCall> = {}) =>
  ({
    pieces,
    risk: pieces.some(({ risk }) => risk === 'HIGH') ? 'HIGH' : 'MEDIUM',
    needs: [],
    rule: undefined,
    input: {},
    tool: { name: 'run_command' },
    ...more,
  }) as unknown as JudgedCall

const TEST = piece('command:npm script test')
const LINT = piece('command:npm script lint')
const TAIL = piece('command:exactly tail -5', 'LOW')

describe('a call is covered', () => {
  test('by one grant, with LOW commands around it', () => {
    const one = grant('command:npm script test')
    expect(findCover(call([TEST, TAIL]), [one])?.by).toEqual({ kind: 'grant', grant_id: one.id })
  })

  test('by several grants, one for each command, and by none if one is missing', () => {
    const [one, two] = [grant('command:npm script test'), grant('command:npm script lint', { scope: 'class' })]
    expect(findCover(call([TEST, TAIL, LINT]), [two, one])?.by).toEqual({ kind: 'grant', grant_id: one.id, also: [two.id] })
    expect(findCover(call([TEST, TAIL, LINT]), [one])).toBeUndefined()
    expect(findCover(call([TEST, piece(undefined)]), [one])).toBeUndefined()
  })

  test('with HIGH only where that grant was ticked', () => {
    const high = piece('command:exactly rm a', 'HIGH')
    const [plain, ticked] = [grant('command:exactly rm a'), grant('command:exactly rm a', { cover_high: true })]
    expect(findCover(call([TEST, high]), [grant('command:npm script test'), plain])).toBeUndefined()
    expect(findCover(call([TEST, high]), [grant('command:npm script test'), ticked])).toBeDefined()
  })

  test('bound to the text of its script', () => {
    const script = { kind: 'package', name: 'test', folder: '.', digest: digestOf('vitest') } as const
    const cover = findCover(call([TEST]), [grant('command:npm script test', { script })])
    expect(cover?.base_digests).toEqual({ 'script:package:.:test': digestOf('vitest') })
  })

  test('by a folder further up, which the runner is told', () => {
    const file = piece('change:docs/a/b.md', 'MEDIUM', ['change:docs/**'])
    expect(findCover(call([file]), [grant('change:docs/**')])?.by).toMatchObject({ kind: 'grant', paths: ['docs/**'] })
  })

  test.each(['takes-over', 'not-understood'] as const)('by nothing but its own answer with the need %s', (need) => {
    const everything = grant('', { scope: 'session', class: null, cover_high: true })
    const rule = { name: 'all', do: 'allow', cover_high: true } as unknown as JudgedCall['rule']
    expect(findCover(call([TEST], { needs: [need], rule }), [everything])).toBeUndefined()
    expect(findCover(call([TEST], { needs: ['network'] }), [everything])).toBeDefined()
  })

  test('by no grant that says never, and by none where a rule asks', () => {
    const never = grant('command:npm script test', { never: true })
    expect(findCover(call([TEST]), [never])).toBeUndefined()
    const rule = { name: 'look', do: 'ask' } as unknown as JudgedCall['rule']
    expect(findCover(call([TEST], { rule }), [grant('command:npm script test')])).toBeUndefined()
  })
})

test('one piece that is forbidden refuses the call, LOW or not', () => {
  const never = grant('command:exactly tail -5', { never: true })
  expect(findNever(call([TEST, TAIL]), [grant('command:npm script test'), never])).toBe(never)
  expect(findNever(call([TEST, LINT]), [never])).toBeUndefined()
  const folder = grant('change:docs/**', { never: true })
  expect(findNever(call([piece('change:docs', 'HIGH', ['change:docs/**'])]), [folder])).toBe(folder)
})
