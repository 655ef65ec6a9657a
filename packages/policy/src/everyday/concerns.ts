// What the rules of a policy file look at in a command line of `ask` and `rehearse`: each program that it runs, wrappers removed, and its files.

import type { Facts } from '../risk/index.ts'
import type { CallSubject } from '../rules/call-subject.ts'
import type { Found } from './found.ts'
import { findInArguments, findInScript, type ScriptContext } from './judge-script.ts'

type Concerns = Omit<CallSubject, 'tool'>

const NOT_UNDERSTOOD: Concerns = { paths: [], commands: [[]], openCommands: [[]] }

export const concernsOfScript = (text: string, context: ScriptContext): Concerns => safely(() => findInScript(text, context))

export const concernsOfArguments = (command: string, args: readonly string[], facts: Facts): Concerns =>
  safely(() => findInArguments(command, args, facts))

function safely(find: () => Found): Concerns {
  try {
    return toConcerns(find())
  } catch {
    // The judge refuses such a call; no rule may allow it.
    return NOT_UNDERSTOOD
  }
}

/** Parts that only read need no rule to allow them, but ask and deny rules see them. */
function toConcerns({ parts, beside, paths }: Found): Concerns {
  const asked = parts.filter(({ risk }) => risk !== 'LOW')
  const open = asked.filter(({ isWhole }) => !isWhole)
  return {
    paths: [...new Set(paths.filter((path) => path !== '.'))],
    // An empty command, which matches no prefix, stands for what an allowed command would not cover.
    commands: [...asked.filter(({ isWhole }) => isWhole).map(({ words }) => words), ...(beside === 'LOW' ? [] : [[]])],
    openCommands: open.map(({ words }) => words),
    readingCommands: parts.filter(({ risk }) => risk === 'LOW').map(({ words, isWhole }) => ({ words, isOpen: !isWhole })),
  }
}
