// The verdict on one shell line (run_command, run_persistent). Never LOW: a person sees every line before it runs.
import { sentence } from '@countersign/protocol'
import { judgePathUse, suspectPath } from '../path/index.ts'
import { combine, type Facts, type Finding, isRefused, type Judgement, judgeSafely, type Refused, rate, refuse } from '../risk/index.ts'
import { addLaterFolders, followLeadingFolders, isFolderChange } from './folders.ts'
import type { ParseShellLine } from './grammar-types.ts'
import { judgeSimpleCommand } from './judge-simple-command.ts'
import type { TreeWalk } from './tree/tree-walk.ts'
import { understandLine } from './understand-line.ts'

export interface ShellContext {
  readonly facts: Facts
  readonly parse: ParseShellLine
  /** Relative to the workspace; its root if omitted. */
  readonly cwd?: string
}

const ALWAYS_ASKED = rate([{ risk: 'MEDIUM', sentence: sentence('shell.always-asked') }])

export function judgeShellLine(line: unknown, { facts, parse, cwd = '.' }: ShellContext): Judgement {
  return judgeSafely(() => {
    if (typeof line !== 'string') return refuse('INVALID_ARGUMENTS', sentence('subject.line-not-text'))
    const whole = understandLine(line, parse)
    if ('refusal' in whole) return whole
    const { folders, rest } = followLeadingFolders(line, cwd, facts.roots ?? [])
    const walk = rest === line ? whole : understandLine(rest, parse)
    return 'refusal' in walk ? walk : judgeWalk(walk, folders, facts)
  })
}

function judgeWalk(walk: TreeWalk, leading: readonly string[], facts: Facts): Judgement {
  const reached = addLaterFolders(walk.commands, leading, facts.roots ?? [])
  if ('refusal' in reached) return reached
  if (walk.isBeyond && walk.commands.some(isFolderChange)) return refuse('COMMAND_NOT_ALLOWED', 'cd', sentence('advice.begin-with-cd'))
  const refused = reached.map((folder) => judgePathUse(folder, 'list', facts)).find(isRefused) ?? refuseLooseWords(walk)
  return refused ?? judgeCommands(walk, walk.isSequence || reached.length > leading.length ? reached : leading.slice(-1), facts)
}

/** `cat $(echo .env)`, `for f in ../x`: another command may use such a word as a path. */
function refuseLooseWords({ looseWords }: TreeWalk): Refused | undefined {
  const suspect = looseWords.map(({ value }) => suspectPath(value)).find((found) => found !== undefined)
  return suspect && { refusal: suspect }
}

/** After `cd DIR &&`, whatever follows `;` or `||` also runs if the cd failed, so it is judged in every folder. */
function judgeCommands(walk: TreeWalk, folders: readonly string[], facts: Facts): Judgement {
  const commands = walk.commands.filter((command) => !isFolderChange(command) || command.redirections.length > 0)
  const verdicts = folders.flatMap((folder) => commands.map((command) => judgeSimpleCommand(command, folder, facts)))
  const combined = combine(ALWAYS_ASKED, ...verdicts, ...[...walk.findings.values()].map((finding) => rate([finding])))
  return isRefused(combined) ? combined : rate(dropRepeated(combined.findings), combined.network)
}

function dropRepeated(findings: readonly Finding[]): Finding[] {
  const above = findings.filter(({ risk }) => risk !== 'LOW')
  return [...new Map(above.map((finding) => [JSON.stringify(finding), finding])).values()]
}
