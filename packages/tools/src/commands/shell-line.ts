// What all tools that take a shell line share: parameters, judgement, what rules look at, and the classes of calls.

import {
  type CallSubject,
  checkPath,
  concernsOfScript,
  type Facts,
  isEveryday,
  type Judgement,
  judgeShellLine,
  refuse,
  SHELL_LIMITS,
  shellConcerns,
  soleCommand,
} from '@countersign/policy'
import { type Sentence, sentence } from '@countersign/protocol'
import * as z from 'zod'
import type { CallClass } from '../define-tool.ts'
import { classesOfCommand } from './classes/command-class.ts'

export const shellLineInput = {
  command: z.string().min(1).max(SHELL_LIMITS.maxLineCharacters).describe('One shell line such as npm test && git status'),
  cwd: z.string().min(1).default('.').describe('A folder of the workspace, relative to it'),
} as const

export interface ShellCall {
  readonly command: string
  readonly cwd: string
}

const NO_GRAMMAR = refuse('COMMAND_NOT_ALLOWED', sentence('subject.shell-line'), sentence('advice.no-grammar'))

export const folderOf = ({ cwd }: ShellCall): string => {
  const checked = checkPath(cwd, { emptyIsRoot: true })
  return 'path' in checked ? checked.path : cwd
}

export const judgeLine = (call: ShellCall, facts: Facts): Judgement =>
  facts.parseShell ? judgeShellLine(call.command, { facts, parse: facts.parseShell, cwd: folderOf(call) }) : NO_GRAMMAR

export const concernsOfLine = (call: ShellCall, facts: Facts): Omit<CallSubject, 'tool'> =>
  isEveryday(facts)
    ? concernsOfScript(call.command, { facts, cwd: folderOf(call) })
    : shellConcerns(call.command, { parse: facts.parseShell ?? (() => null), cwd: folderOf(call), roots: facts.roots ?? [] })

/** The class of a line that is a single program call. The folder belongs to the class: in another folder `npm test` runs something else. */
export const classesOfLine =
  (tool: 'run_command' | 'run_persistent') =>
  (call: ShellCall, { parseShell }: Facts): readonly CallClass[] => {
    const words = parseShell && soleCommand(call.command, parseShell)
    if (!words) return []
    const [command = '', ...args] = words
    const folder = folderOf(call)
    return classesOfCommand({ command, args }).map((inner) => ({
      ...inner,
      key: `${tool}:${inner.key.replace(/^execute_command:/, folder === '.' ? '' : `${folder}:`)}`,
      label: folder === '.' ? inner.label : sentence('scope.label-in-folder', { label: inner.label, folder }),
      covers: coversLine(SCOPES[tool], inner.covers, folder),
    }))
  }

const SCOPES = { run_command: 'scope.shell-line', run_persistent: 'scope.kept-running' } as const

const coversLine = (form: (typeof SCOPES)[keyof typeof SCOPES], covers: Sentence, folder: string): Sentence =>
  folder === '.' ? sentence(form, { covers }) : sentence(`${form}-in-folder`, { covers, folder })
