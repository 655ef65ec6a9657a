// One program of a command line: whether it may be called at all, what its words mean, and what it is for a grant.
import { sentence } from '@countersign/protocol'
import { isBareName } from '../command/allowed-commands.ts'
import { ANALYSERS } from '../command/analysers/index.ts'
import { type CommandPart, highestRisk, NEVER_COVERED, type Need, printable } from '../risk/index.ts'
import type { Field } from '../script/run.ts'
import { type Found, found, join, NOTHING, notUnderstood, type ProgramCall, refused, textsOf } from './found.ts'
import { adviceForNever, RUNS_OTHERS, refuseNever } from './never.ts'
import { judgeSuspect, locate } from './places.ts'
import { judgeAwk } from './programs/awk.ts'
import { foundEffect } from './programs/effects.ts'
import { isFileProgram, judgeDd, judgeFileProgram } from './programs/files.ts'
import { enterFolders, gitSubCommand, judgeGit } from './programs/git.ts'
import { interpreterOf, judgeInterpreter, refuseInput } from './programs/interpreters.ts'
import { judgeReading, mayBeOption } from './programs/readings.ts'
import { findProgram, judgeByRows, matchRow, unlisted } from './programs/rows.ts'
import { judgeSed } from './programs/sed.ts'
import { judgeTransfer } from './programs/transfers.ts'
import { findBuiltin } from './shell/builtins.ts'
import { findWrapper } from './shell/wrappers.ts'

const MAX_DEPTH = 8

export function judgeProgram(called: ProgramCall): Found {
  if (called.depth > MAX_DEPTH) return notUnderstood(called.name)
  const call = { ...called, name: plainName(called.name) }
  const never = adviceForNever(call.name)
  if (never) return refused('COMMAND_NOT_ALLOWED', call.name, never)
  const wrapper = findWrapper(call.name)
  if (wrapper) return wrapper(call)
  const builtin = findBuiltin(call.name)
  if (builtin) return builtin(call)
  const judged = join(
    call.name.includes('/') ? judgeByPath(call) : judgeNamed(call),
    refuseInput(call),
    RUNS_OTHERS.has(call.name) ? refuseNever(call) : NOTHING,
  )
  const parts = partsOf(call, judged)
  // What only a person's own answer covers is no part of anything that a grant could cover.
  const beside = parts.find(({ needs }) => needs.some((need) => NEVER_COVERED.has(need)))?.risk ?? 'LOW'
  return { ...judged, beside, parts: [...judged.parts, ...parts] }
}

/** A program of the system by its path is that program. */
const plainName = (name: string): string => /^\/(?:usr\/(?:local\/)?)?s?bin\/([\w.+-]+)$/.exec(name)?.[1] ?? name

function judgeNamed(call: ProgramCall): Found {
  const { name, facts } = call
  const own = judgeKnown(call)
  if (own) return own
  const program = findProgram(name)
  const words = [name, ...textsOf(call.args)]
  const added = isAdded(words, facts.addedCommands ?? [])
  const extra = isBareName(name) ? facts.extraCommands?.get(name) : undefined
  if (program) {
    const isListed = program.toolchain === 'utility' || facts.toolchains?.includes(program.toolchain) || added || extra !== undefined
    return join(judgeByRows(program, call), isListed ? NOTHING : unlisted(name))
  }
  const suspects = join(...call.args.map((field) => judgeSuspectOf(field, call)))
  if (extra !== undefined) return join(found(extra, sentence('command.allowed-by-policy', { command: name })), suspects)
  if (added) return join(found('MEDIUM', sentence('everyday.added', { command: printable(added) })), suspects)
  return join(unlisted(name), suspects)
}

const judgeSuspectOf = (field: Field, call: ProgramCall): Found =>
  judgeReading({ paths: [], suspects: [field.text], findings: [], refusals: [], network: false }, call)

/** Programs that have a judge of their own, or an analyser of the base list. */
function judgeKnown(call: ProgramCall): Found | undefined {
  const { name } = call
  const interpreter = interpreterOf(name)
  if (interpreter) return judgeInterpreter(call, interpreter)
  if (name === 'git') return judgeGit(call)
  if (name === 'sed' || name === 'gsed') return judgeSed(call)
  if (/^[gmn]?awk$/.test(name)) return judgeAwk(call)
  if (name === 'curl' || name === 'wget') return judgeTransfer(call)
  if (name === 'dd') return judgeDd(call)
  if (isFileProgram(name)) return judgeFileProgram(call)
  const base = name === 'egrep' || name === 'fgrep' ? 'grep' : name
  return name !== 'npm' && ANALYSERS.has(base) ? judgeBase(call, base) : undefined
}

function judgeBase(call: ProgramCall, base: string): Found {
  const analyse = ANALYSERS.get(base)
  const program = findProgram(base)
  const included = base === 'grep' ? call.args.filter(({ text }) => text.startsWith('--include=')) : []
  const isVersion = call.args.length === 1 && /^--version$/.test(call.args[0]?.text ?? '')
  if (isVersion) return foundEffect('reads', `${base} --version`)
  if (!analyse) return program ? judgeByRows(program, call) : notUnderstood(base)
  const inner: Found[] = []
  const reading = analyse(textsOf(call.args), (name, args) => {
    inner.push(judgeFoundFile(name, args, call))
    return { paths: [], suspects: [], findings: [], refusals: [], network: false }
  })
  const isFindExec = inner.length > 0
  // The finding that it runs a command is replaced by what is found about that command.
  const findings = isFindExec
    ? reading.findings.filter(({ sentence: { slots } }) => !/^find -(?:exec|ok)/.test(String(slots?.option ?? '')))
    : reading.findings
  const named = included.map((field) => judgeSuspect(field, call.folders, call.facts))
  return join(judgeReading({ ...reading, findings }, call), ...inner, ...named, mayBeOption(call, call.args))
}

/** `find -exec X {} ;`: each found name begins with where the search began, so it is no option. */
function judgeFoundFile(name: string, args: readonly string[], call: ProgramCall): Found {
  const fields = args.map((text): Field => {
    const isFound = text.includes('{}')
    return { text: text.replaceAll('{}', '…'), isOpen: isFound, mayBeOption: false, isPattern: false, prefix: '', isHome: false, from: [] }
  })
  const judged = judgeProgram({
    ...call,
    name,
    args: fields,
    depth: call.depth + 1,
    upstream: undefined,
    isFed: false,
    inputText: undefined,
  })
  const runsMore = found('MEDIUM', sentence('everyday.find-runs', { command: printable(name) }))
  return join(judged, runsMore)
}

/** A program of the workspace, of the temporary folder or of somewhere else. */
function judgeByPath(call: ProgramCall): Found {
  const { name, folders, facts } = call
  const places = folders.map((folder) => locate(name, folder, facts))
  const base = baseName(name)
  const inner = judgeByBaseName(base, call)
  const command = printable(name)
  if (places.some(({ kind }) => kind === 'temporary'))
    return join(found('HIGH', sentence('everyday.temporary-program', { command })), inner)
  if (places.some(({ kind }) => kind !== 'inside'))
    return join(found('HIGH', sentence('everyday.outside-program', { command }), 'outside'), inner)
  const risk = unlistedProgram(call) === undefined ? 'MEDIUM' : 'HIGH'
  const suspects = join(...call.args.map((field) => judgeSuspectOf(field, call)))
  return join(
    found(risk, sentence('everyday.workspace-program', { command })),
    inner,
    suspects,
    judgeReading({ paths: [{ index: -1, path: name, use: 'read' }], suspects: [], findings: [], refusals: [], network: false }, call),
  )
}

/** A program of the workspace that is not on the list, as the list would name it: `./scripts/check.sh`. */
function unlistedProgram(call: ProgramCall): string | undefined {
  const { name, folders, facts, args } = call
  if (!name.includes('/')) return undefined
  const places = folders.map((folder) => locate(name, folder, facts))
  const paths = places.flatMap((place) => (place.kind === 'inside' ? [place.path] : []))
  if (paths.length < places.length) return undefined
  const isListed = (path: string) =>
    isAdded([`./${path}`, ...textsOf(args)], facts.addedCommands ?? []) !== undefined || isToolchainWrapper(baseName(name), path, call)
  const path = paths.find((one) => !isListed(one))
  return path === undefined ? undefined : `./${path}`
}

const baseName = (name: string): string => (name.split('/').at(-1) ?? name).replace(/^gradlew$/, 'gradle').replace(/^mvnw$/, 'mvn')

const isToolchainWrapper = (base: string, path: string, { facts }: ProgramCall): boolean =>
  (base === 'gradle' && /(?:^|\/)gradlew$/.test(path) && facts.toolchains?.includes('gradle') === true) ||
  (base === 'mvn' && /(?:^|\/)mvnw$/.test(path) && facts.toolchains?.includes('maven') === true)

/** `.venv/bin/pip install` needs the network as `pip install` does; that it only reads cannot be said of a program of the workspace. */
function judgeByBaseName(base: string, call: ProgramCall): Found {
  const interpreter = interpreterOf(base)
  const program = findProgram(base)
  const byRows = program ? judgeByRows(program, { ...call, name: base }) : NOTHING
  const inner = interpreter ? judgeInterpreter({ ...call, name: base }, interpreter) : byRows
  return { ...inner, findings: inner.findings.filter(({ risk }) => risk !== 'LOW') }
}

/** The addition that covers these words: each of its words, in order, from the first. */
export function isAdded(words: readonly string[], added: readonly string[]): string | undefined {
  return added.find((line) =>
    line
      .trim()
      .split(/\s+/)
      .every((word, index) => words[index] === word),
  )
}

/** One for each folder in which it may run: in another folder it is another thing. */
function partsOf(call: ProgramCall, judged: Found): readonly CommandPart[] {
  const { name, args, folders } = call.name === 'git' ? enterFolders(call).call : call
  const firstOpen = args.findIndex(({ isOpen }) => isOpen)
  const risk = highestRisk(judged.findings)
  const needs = [...new Set(judged.findings.flatMap(({ need }): Need[] => (need ? [need] : [])))]
  const words = [name, ...textsOf(firstOpen < 0 ? args : args.slice(0, firstOpen))]
  const opened = firstOpen >= 0 && hasOpenText(name, args) ? { hasOpenText: true as const } : {}
  const program = unlistedProgram(call)
  const unlisted = program === undefined ? {} : { unlistedProgram: program }
  const about = { ...describe({ ...call, args }), ...opened, ...unlisted }
  const part = { words, isWhole: firstOpen < 0, risk, network: judged.network, needs, ...about }
  return (folders.length === 0 ? ['.'] : folders).map((folder) => ({ ...part, folder }))
}

const MESSAGE = /^(?:-[a-z]*m|--message)$/

/** `git commit -m "$(cat …)"`: in quotes it is one word, which is the message. */
const hasOpenText = (name: string, args: readonly Field[]): boolean =>
  name === 'git' &&
  gitSubCommand(args) === 'commit' &&
  args.every(({ isOpen, splits }, index) => !isOpen || (!splits && MESSAGE.test(args[index - 1]?.text ?? '')))

function describe({ name, args }: Pick<ProgramCall, 'name' | 'args'>): Pick<CommandPart, 'subCommand' | 'script'> {
  if (name === 'git') return { subCommand: `git ${gitSubCommand(args)}`.trim() }
  const program = findProgram(name)
  if (!program) return {}
  const match = matchRow(program, name, args)
  if (!match.row)
    return program.otherwise === 'script' && match.name.includes(' ')
      ? { subCommand: match.name, script: { kind: 'package', name: match.name.split(' ')[1] ?? '' } }
      : {}
  const first = match.rest.find(({ text, isOpen }) => !isOpen && !text.startsWith('-'))?.text
  const scriptName = match.row.script === 'package' ? (first ?? match.name.split(' ').at(-1)) : first
  const script = match.row.script && scriptName !== undefined ? { script: { kind: match.row.script, name: scriptName } } : {}
  return { subCommand: match.name, ...script }
}
