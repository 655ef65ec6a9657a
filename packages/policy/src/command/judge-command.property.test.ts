// Properties over arguments generated from the tables themselves: every call has a verdict, more arguments never lower it, and nothing
// unknown is harmless.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakProperty, levelOf } from '../../test/command-properties.ts'
import { type Facts, isRefused } from '../risk/index.ts'
import { ALLOWED_COMMANDS, commandPathOperands, FIND_LEADING, FIND_PREDICATES, judgeCommand, OPTION_TABLES, spellings } from './index.ts'

const facts: Facts = { isolation: 'sandbox' }

const LOW_COMMANDS = ['grep', 'ls', 'cat', 'head', 'tail', 'wc', 'date', 'echo', 'pwd', 'whoami']
const value = fc.constantFrom('5', 'x', 'src/a.ts', '.env', '../x', '/etc/passwd', '-', '*.ts', 'TZ="/x"', '+%s')

describe('for any input', () => {
  it('there is a verdict, and it is never LOW for what is no list of texts', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...ALLOWED_COMMANDS), fc.anything()),
        fc.anything(),
        fc.constantFrom('sandbox', 'none'),
        (command, args, isolation) => {
          const judged = judgeCommand({ command, args }, { isolation })
          const isList = args === undefined || (Array.isArray(args) && args.every((word) => typeof word === 'string'))
          return isList || isRefused(judged)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('words of any kind get a verdict with reasons', () => {
    const word = fc.oneof(
      value,
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('-', '--', '-c', '-e', '--exec', ';', '{}', '-x', '(', '@', ':', '='),
    )
    fc.assert(
      fc.property(fc.constantFrom(...ALLOWED_COMMANDS), fc.array(word, { maxLength: 8 }), (command, args) => {
        const judged = judgeCommand({ command, args }, facts)
        commandPathOperands({ command, args })
        return isRefused(judged) ? judged.refusal.message.length > 0 : judged.findings.length > 0
      }),
      { numRuns: 5000 },
    )
  })

  it.each([...ALLOWED_COMMANDS])('%s: a further argument never lowers the verdict, and every call has one', (command) => {
    // Each run computes two verdicts.
    expect(breakProperty(command, { seed: 1, runs: 1_000 })).toBeUndefined()
  })

  it('an unknown option is never LOW', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOW_COMMANDS.filter((command) => command !== 'echo'), 'find'),
        fc.stringMatching(/^--?[A-Za-z][a-z0-9-]{0,12}$/),
        (command, option) => {
          const known =
            command === 'find'
              ? new Set(Object.keys({ ...FIND_PREDICATES, ...FIND_LEADING }))
              : new Set(spellings(OPTION_TABLES.get(command)?.options ?? {}).keys())
          const isCluster = !option.startsWith('--') && command !== 'find'
          if (isCluster || known.has(option)) return true
          return levelOf(judgeCommand({ command, args: [option] }, facts)) > 0
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('without a sandbox nothing is LOW', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOW_COMMANDS),
        fc.array(fc.constantFrom('-n', 'src', '-l', 'x'), { maxLength: 3 }),
        (command, args) => levelOf(judgeCommand({ command, args }, { isolation: 'none' })) > 0,
      ),
    )
  })
})
