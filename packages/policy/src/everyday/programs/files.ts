// rm, cp, mv, mkdir and their kin: what they remove, write and read. Only in the private temporary folder they are LOW.
import { sentence } from '@countersign/protocol'
import type { Effect } from '../../programs/program.ts'
import { printable } from '../../risk/index.ts'
import { joinFolder, normalise } from '../../script/folders.ts'
import type { Field } from '../../script/run.ts'
import { type Found, found, join, NOTHING, type ProgramCall, refused } from '../found.ts'
import { judgePath, judgeSuspect, locate, type Use } from '../places.ts'
import { foundEffect } from './effects.ts'
import { mayBeOption } from './readings.ts'

interface FileProgram {
  readonly effect: Effect
  /** How operands are used, in order; the last one is used as `last` where there are several. */
  readonly use: Use
  readonly last?: Use
  /** Options whose value is the folder that is written to. */
  readonly target?: RegExp
  /** Options that change nothing about which files it writes; with any other it is never LOW. */
  readonly plain: RegExp
  /** Options that take another value. */
  readonly valued?: RegExp
  /** The first operand is no path: `chmod +x file`. */
  readonly skipsFirst?: true
}

const COPY_VALUES = /^(?:-S|--suffix|-m|--mode|--context|-o|--owner|-g|--group)$/

const COPY = /^-[aAdfHiLnPprRuvxT]+$|^--(?:recursive|archive|force|verbose|no-clobber|interactive|update|preserve|no-target-directory)$/
const NONE = /^(?!)/
const TARGET = /^(?:-t|--target-directory)$/

const PROGRAMS: Readonly<Record<string, FileProgram>> = {
  rm: { effect: 'deletes', use: 'delete', plain: /^-[rRfivdI]+$|^--(?:recursive|force|verbose|dir)$/ },
  rmdir: { effect: 'deletes', use: 'delete', plain: /^-[v]+$|^--verbose$/ },
  unlink: { effect: 'deletes', use: 'delete', plain: NONE },
  shred: { effect: 'deletes', use: 'delete', plain: /^-[fuvxz]+$/, valued: /^(?:-n|--iterations|-s|--size|--random-source)$/ },
  truncate: { effect: 'deletes', use: 'write', plain: /^-c$|^--no-create$|^-s\S+$|^--size=/, valued: /^(?:-s|--size|-r|--reference)$/ },
  mkdir: { effect: 'changes', use: 'create_directory', plain: /^-[pv]+$|^--(?:parents|verbose|mode=.*)$/, valued: /^(?:-m|--mode)$/ },
  touch: { effect: 'changes', use: 'write', plain: /^-[acm]+$|^--(?:no-create|date=.*)$/, valued: /^(?:-d|--date|-t|--time)$/ },
  tee: { effect: 'changes', use: 'write', plain: /^-[ai]+$|^--(?:append|ignore-interrupts)$/ },
  cp: { effect: 'changes', plain: COPY, target: TARGET, use: 'read', last: 'write', valued: COPY_VALUES },
  mv: { effect: 'changes', plain: COPY, target: TARGET, use: 'move', last: 'write', valued: COPY_VALUES },
  install: { effect: 'changes', plain: /^-[DvpC]+$/, target: TARGET, use: 'read', last: 'write', valued: COPY_VALUES },
  ln: {
    effect: 'changes',
    plain: /^-[sfnvTrLP]+$|^--(?:symbolic|force|no-dereference|verbose|relative)$/,
    target: TARGET,
    use: 'read',
    last: 'write',
    valued: COPY_VALUES,
  },
  chmod: { effect: 'changes', use: 'write', plain: /^-[cfvR]+$|^--(?:recursive|verbose|changes|quiet|silent)$/, skipsFirst: true },
  mktemp: {
    effect: 'changes',
    use: 'write',
    plain: /^-[dqu]+$|^--(?:directory|quiet|dry-run|suffix=.*)$/,
    target: /^-p$/,
    valued: /^--suffix$/,
  },
}

export const isFileProgram = (name: string): boolean => Object.hasOwn(PROGRAMS, name)

export function judgeFileProgram(call: ProgramCall): Found {
  const program = PROGRAMS[call.name] as FileProgram
  const { operands, targets, odd } = readOperands(call, program)
  const uses = operands.map((field, index) => useOf(program, field, index, operands.length, targets.length > 0))
  const all = [...uses, ...targets.map((field) => ({ field, use: 'write' as const }))]
  const judged = join(...all.map(({ field, use }) => judgeUse(field, use, call)))
  // Without a second operand `ln` makes its link in the folder where it stands.
  const isComplete = odd.length === 0 && (program.last === undefined || targets.length > 0 || operands.length > 1)
  const isTemporary =
    isComplete &&
    (program.effect !== 'deletes' || all.length > 0) &&
    mayBeOption(call, call.args) === NOTHING &&
    all.every(({ field, use }) => use === 'read' || isIn(field, call, 'temporary') || isIn(field, call, 'device'))
  const own = isTemporary ? foundEffect('reads', call.name) : foundEffect(program.effect, call.name)
  const suspects = odd.map((field) => judgeSuspect(field, call.folders, call.facts))
  return join(own, judged, ...suspects, call.name === 'rm' || call.name === 'rmdir' ? refuseRemoval(operands, call) : NOTHING)
}

interface Operands {
  readonly operands: Field[]
  readonly targets: Field[]
  readonly odd: Field[]
}

function readOperands({ args }: ProgramCall, { valued, target, plain, skipsFirst }: FileProgram): Operands {
  const operands: Field[] = []
  const targets: Field[] = []
  const odd: Field[] = []
  let isLiteral = false
  for (let index = 0; index < args.length; index++) {
    const field = args[index] as Field
    if (!isLiteral && field.text === '--') isLiteral = true
    else if (!isLiteral && target?.test(field.text)) targets.push(args[++index] ?? field)
    else if (!isLiteral && /^--(?:target-directory|tmpdir)=/.test(field.text))
      targets.push({ ...field, text: field.text.slice(field.text.indexOf('=') + 1) })
    else if (!isLiteral && valued?.test(field.text)) index += 1
    else if (isLiteral || !field.text.startsWith('-') || field.text === '-') operands.push(field)
    else if (!plain.test(field.text)) odd.push(field)
  }
  // `chmod -x file` and `chmod --reference=a b` have no mode before the files.
  return { operands: skipsFirst && odd.length === 0 ? operands.slice(1) : operands, targets, odd }
}

const useOf = ({ use, last }: FileProgram, field: Field, index: number, count: number, hasTarget: boolean): { field: Field; use: Use } => ({
  field,
  use: last !== undefined && !hasTarget && count > 1 && index === count - 1 ? last : use,
})

/** A folder as the target keeps its own name. */
function judgeUse(field: Field, use: Use, { folders, facts }: ProgramCall): Found {
  const isFolder = use === 'write' && /(?:^|\/)\.{0,2}$/.test(field.text)
  return judgePath(field, isFolder ? 'list' : use, folders, facts)
}

const isIn = ({ text, isOpen, prefix, isHome }: Field, { folders, facts }: ProgramCall, kind: 'temporary' | 'device'): boolean =>
  !isHome && folders.every((folder) => locate(isOpen ? prefix.replace(/[^/]*$/, '') || '.' : text, folder, facts).kind === kind)

const HOME = /^(?:~[\w.+-]*|\/root|\/home\/[^/]+|\/Users\/[^/]+|\/home|\/Users)$/

/** Never: the root, a home folder, the workspace itself or what holds it. */
function refuseRemoval(operands: readonly Field[], { folders, facts, name }: ProgramCall): Found {
  const isWhole = operands.some(({ text, isPattern }) =>
    folders.some((folder) => {
      const place = locate(isPattern ? text.replace(/(^|\/)\*$/, '$1') : text, folder, facts)
      if (place.kind === 'inside') return place.path === '.' && !isPattern
      return place.kind === 'outside' && isNeverRemoved(place.path.replace(/(?:\/\.?)+$/, '') || '/', facts.roots ?? [])
    }),
  )
  return isWhole ? refused('COMMAND_NOT_ALLOWED', sentence('subject.removes-whole', { command: name }), 'advice.removes-whole') : NOTHING
}

/** `../name` may be the workspace itself. */
function isNeverRemoved(path: string, roots: readonly string[]): boolean {
  const paths = path.startsWith('..') ? [path, ...roots.map((root) => normalise(`${root}/${path}`))] : [path]
  return paths.some((one) => one === '/' || HOME.test(one) || roots.includes(one) || holdsWorkspace(one, roots))
}

const holdsWorkspace = (path: string, roots: readonly string[]): boolean =>
  /^\.\.(?:\/\.\.)*$/.test(path) || roots.some((root) => root.startsWith(`${path}/`))

/** dd between files is a copy; on a device it is refused. */
export function judgeDd({ args, folders, facts }: ProgramCall): Found {
  const files = args.filter(({ text }) => /^(?:if|of)=/.test(text))
  const device = files.find(({ text }) =>
    folders.some((folder) => /^\/dev\/(?!(?:null|zero|u?random)$)/.test(joinFolder(folder, text.slice(3), facts.roots ?? []))),
  )
  if (device) return refused('COMMAND_NOT_ALLOWED', `dd ${device.text}`, 'advice.disks')
  const judged = files.map((field) =>
    judgePath(
      { ...field, text: field.text.slice(3), prefix: field.prefix.slice(3) },
      field.text.startsWith('of') ? 'write' : 'read',
      folders,
      facts,
    ),
  )
  return join(found('HIGH', sentence('everyday.deletes', { command: printable('dd') })), ...judged)
}
