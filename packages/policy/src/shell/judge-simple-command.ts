// One simple command of a line: its assignments, redirections, name and words, each judged by the rules of its kind.
import { sentence } from '@countersign/protocol'
import { judgeCommand, WRAPPER_COMMANDS } from '../command/index.ts'
import { isSensitive, wordInside } from '../path/index.ts'
import { combine, type Facts, type Judgement, printable, type Refused, rate, refuse } from '../risk/index.ts'
import { judgeAssignment } from './judge-assignment.ts'
import { judgeRedirection } from './judge-redirection.ts'
import { isDynamic, type ShellWord, type SimpleCommand } from './shell-command.ts'
import { expandBraces } from './words/expand-braces.ts'
import { findSensitiveReach } from './words/glob-reach.ts'
import { suspectWindowsWord } from './words/windows-words.ts'

const INTERPRETERS = new Set(['node', 'python', 'python3'])

export function judgeSimpleCommand(command: SimpleCommand, cwd: string, facts: Facts): Judgement {
  return combine(
    ...command.assignments.map(judgeAssignment),
    judgeWords(command, cwd, facts),
    ...command.redirections.map((redirection) => judgeRedirection(redirection, cwd, facts)),
  )
}

function judgeWords(command: SimpleCommand, cwd: string, facts: Facts): Judgement {
  const [name, ...words] = command.words
  if (!name) return rate([{ risk: 'HIGH', sentence: sentence('command.without-command') }])
  if (isDynamic(name)) return refuse('COMMAND_NOT_ALLOWED', name.raw, sentence('advice.write-command-out'))
  const args = words.flatMap(wordValues).map((word) => wordHere(word, cwd, facts.roots ?? []))
  if (WRAPPER_COMMANDS.has(name.value)) return refuseWrapper(name.value, args)
  return (
    words.map(refuseUnfollowable).find((refused) => refused !== undefined) ??
    refuseSensitiveHere(args, cwd) ??
    combine(judgeCommand({ command: name.value, args }, inFolder(cwd, facts)), judgeInput(name.value, command))
  )
}

/** A path into the workspace as the path from the folder of the line; one that is not below that folder stays as written. */
function wordHere(word: string, cwd: string, roots: readonly string[]): string {
  if (cwd === '.') return wordInside(word, roots)
  return wordInside(
    word,
    roots.map((root) => `${root}/${cwd}`),
  )
}

/**
 * What replaces a word that is known only at run time: the words that its braces produce, or a placeholder name for the value of a lone
 * variable.
 */
function wordValues(word: ShellWord): string[] {
  if (word.dynamic.includes('brace')) return expandBraces(word) ?? [word.raw]
  const variable = /^"?\$\{?([A-Za-z_]\w*)\}?"?$/.exec(word.raw)?.[1]
  return variable === undefined || /^(?:HOME|OLDPWD)$/.test(variable) ? [word.value] : [`value-of-${variable}`]
}

function refuseUnfollowable(word: ShellWord): Refused | undefined {
  const outside = suspectWindowsWord(word.raw)
  if (outside) return { refusal: outside }
  if (word.dynamic.includes('brace') && !expandBraces(word))
    return refuse('COMMAND_NOT_ALLOWED', word.raw, sentence('advice.write-words-out'))
  const reached = word.dynamic.includes('glob')
    ? wordValues(word)
        .map(findSensitiveReach)
        .find((name) => name !== undefined)
    : undefined
  return reached === undefined ? undefined : refuse('SENSITIVE_FILE', word.raw, sentence('advice.pattern-may-match', { name: reached }))
}

/** In another folder, a harmless word may be the name of a sensitive file: `cd .docker && cat config.json`. */
function refuseSensitiveHere(args: readonly string[], cwd: string): Refused | undefined {
  const sensitive = cwd === '.' ? undefined : args.find((word) => isSensitive(`${cwd}/${word}`))
  return sensitive === undefined ? undefined : refuse('SENSITIVE_FILE', sensitive)
}

/** A program that gets its code from a pipe or a here-document runs code that nobody has seen as a file. */
function judgeInput(name: string, { piped, redirections }: SimpleCommand): Judgement {
  const isFed = piped || redirections.some(({ operator }) => operator.startsWith('<'))
  const runsInput = INTERPRETERS.has(name) && isFed
  return rate([
    runsInput
      ? { risk: 'HIGH', sentence: sentence('command.input-as-code', { command: name }) }
      : { risk: 'LOW', sentence: sentence('command.plain-words') },
  ])
}

/** `timeout 5 ls`, `bash -c 'ls'`: the advice names the inner command, which can be called directly. */
function refuseWrapper(name: string, args: readonly string[]): Judgement {
  const inner = args.flatMap((word) => word.split(/\s+/)).find((word) => /^[A-Za-z][A-Za-z._-]*$/.test(word))
  const advice =
    inner === undefined ? sentence('advice.call-command-itself') : sentence('advice.call-inner-itself', { inner: printable(inner) })
  return refuse('COMMAND_NOT_ALLOWED', name, advice)
}

/** Names are relative to the folder of the line, so they resolve to files there. */
function inFolder(cwd: string, facts: Facts): Facts {
  if (cwd === '.') return facts
  return { ...facts, resolve: (path) => facts.resolve?.(`${cwd}/${path}`) ?? { path: `${cwd}/${path}` } }
}
