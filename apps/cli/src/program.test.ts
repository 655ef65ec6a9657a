import { APPROVE_MODES, MODES, riskSchema, STATUSES, scopeSchema } from '@countersign/protocol'
import { CATALOGUE } from '@countersign/tools'
import { expect, test } from 'vitest'
import { createProgram } from './program.ts'

const choicesOf = (name: string, option: string) =>
  createProgram()
    .commands.find((command) => command.name() === name)
    ?.options.find(({ long }) => long === option)?.argChoices

function helpOf(name: string): string {
  const texts: string[] = []
  const command = createProgram().commands.find((candidate) => candidate.name() === name)
  command?.configureOutput({ writeOut: (text) => void texts.push(text) }).outputHelp()
  return texts.join('')
}

test('what an option may be is what the protocol knows', () => {
  expect(choicesOf('history', '--status')).toEqual([...STATUSES])
  expect(choicesOf('history', '--risk')).toEqual(riskSchema.options)
  expect(choicesOf('approve', '--scope')).toEqual(scopeSchema.options)
  expect(choicesOf('serve', '--mode')).toEqual([...MODES])
  expect(choicesOf('runner', '--approve')).toEqual([...APPROVE_MODES])
})

test('the help of call names every tool that an agent may call', () => {
  const names = CATALOGUE.filter(({ forOperator }) => !forOperator).map(({ name }) => name)
  expect(helpOf('call')).toContain(`Tools: ${names.join(', ')}.`)
})
