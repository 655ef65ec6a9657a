// A redirection opens a file: reading and writing follow the same rules as in the file tools; /dev/null and descriptors are harmless.
import { sentence } from '@countersign/protocol'
import { judgePathUse, pathInside } from '../path/index.ts'
import { combine, type Facts, type Judgement, rate, refuse } from '../risk/index.ts'
import { isDynamic, type Redirection } from './shell-command.ts'
import { suspectWindowsWord } from './words/windows-words.ts'

const TEXT_INPUT = rate([{ risk: 'LOW', sentence: sentence('shell.text-as-input') }])
const HARMLESS = rate([{ risk: 'LOW', sentence: sentence('shell.harmless-redirection') }])

export function judgeRedirection({ operator, target }: Redirection, cwd: string, facts: Facts): Judgement {
  if (operator === '<<' || operator === '<<-' || operator === '<<<') return TEXT_INPUT
  if (operator.endsWith('&-')) return HARMLESS
  if (isDynamic(target)) return refuse('COMMAND_NOT_ALLOWED', `${operator} ${target.raw}`, sentence('advice.write-file-name-out'))
  if (operator.endsWith('&') && /^\d+$/.test(target.value)) return HARMLESS
  if (target.value === '/dev/null') return HARMLESS
  const outside = suspectWindowsWord(target.raw)
  if (outside) return { refusal: outside }
  return operator === '<' || operator === '<&'
    ? judgeInFolder(target.value, 'read', cwd, facts)
    : judgeInFolder(target.value, 'write', cwd, facts)
}

/** The words as written and the location they name must both pass. */
function judgeInFolder(given: string, use: 'read' | 'write', cwd: string, facts: Facts): Judgement {
  const path = pathInside(given, facts.roots ?? [])
  if (path !== given) return judgePathUse(path, use, facts)
  const written = judgePathUse(path, use, { isolation: facts.isolation })
  return cwd === '.' ? judgePathUse(path, use, facts) : combine(written, judgePathUse(`${cwd}/${path}`, use, facts))
}
