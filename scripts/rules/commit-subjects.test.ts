import { expect, it } from 'vitest'
import { findSubjectProblem } from './commit-subjects.ts'

it.each([
  'feat(core): change an execution by one verb that records it',
  'docs: put the page in plain words',
  'refactor(server, cli): pass the clock',
  'fix(ui)!: need a name',
])('%s is fine', (subject) => {
  expect(findSubjectProblem(subject)).toBeUndefined()
})

it.each([
  ['Change the engine', 'type(scope)'],
  ['feature(core): change the engine', 'type(scope)'],
  ['feat(core):change the engine', 'type(scope)'],
  ['feat(core): Change the engine', 'lower case'],
  ['feat(core): the engine is changed', 'imperative: "the"'],
  ['feat(core): adds an engine', 'imperative: "adds"'],
  ['feat(core): added an engine', 'imperative: "added"'],
  ['feat(core): adding an engine', 'imperative: "adding"'],
  [`feat(core): change ${'x'.repeat(60)}`, 'characters'],
])('%s is found', (subject, problem) => {
  expect(findSubjectProblem(subject)).toContain(problem)
})
