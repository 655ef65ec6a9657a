import { describe, expect, it } from 'vitest'
import { checkListedCommand } from './listed-command.ts'

const formOf = (text: string) => checkListedCommand(text).problem?.form

describe('a command for the list of a project', () => {
  it.each(['terraform', 'terraform plan', 'docker compose up', './scripts/check.sh', './gradlew test', 'npm run test:unit'])(
    '%s can be listed',
    (text) => expect(checkListedCommand(text)).toEqual({ command: text }),
  )
  it('is written with single spaces, and a program of the workspace with ./', () => {
    expect(checkListedCommand('scripts/check.sh all')).toEqual({ command: './scripts/check.sh all' })
    expect(checkListedCommand('  terraform \t plan ')).toEqual({ command: 'terraform plan' })
  })
  it.each([
    '',
    '-x',
    'terraform -chdir=x',
    'terraform plan; rm x',
    'a|b',
    '$(x)',
    '/usr/bin/terraform',
    '../x.sh',
    './a/../b.sh',
    '~/x',
    'a b c d e',
    "'a'",
    'a\u200bb',
  ])('%j is no such command', (text) => expect(formOf(text)).toBe('problem.not-a-command'))
  it.each(['bash', 'sh -c', 'sudo', 'env', 'xargs rm', 'mkfs.ext4', 'timeout'])('%s is never listed', (text) => {
    expect(['problem.never-listed', 'problem.not-a-command']).toContain(formOf(text))
  })
  it('says which program it is about', () => {
    expect(checkListedCommand('sudo ls').problem).toEqual({ form: 'problem.never-listed', slots: { command: 'sudo' } })
  })
})
