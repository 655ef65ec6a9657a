// Programs that run another one: the inner command is judged, and the wrapper adds what it does itself.
import { sentence } from '@countersign/protocol'
import { printable } from '../../risk/index.ts'
import type { Dialect } from '../../script/read/dialect.ts'
import { type Field, plainField } from '../../script/run.ts'
import { type Found, found, join, NOTHING, notUnderstood, type ProgramCall, textsOf } from '../found.ts'
import { refuseNever } from '../never.ts'
import { judgePath, judgeSuspect } from '../places.ts'
import { foundEffect } from '../programs/effects.ts'
import { refuseNetworkCode } from '../programs/interpreters.ts'
import { judgeVariable, takesOver, withVariables } from './variables.ts'

type JudgeWrapper = (call: ProgramCall) => Found

export const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh'])

/** The rest from the first word that is no option; `valued` are options whose value is the next word. */
function innerOf(args: readonly Field[], flags: RegExp, valued: RegExp): readonly Field[] | undefined {
  let index = 0
  for (; index < args.length; index++) {
    const { text, mayBeOption } = args[index] as Field
    if (mayBeOption) return undefined
    if (text === '--') return args.slice(index + 1)
    if (valued.test(text)) index += 1
    else if (!flags.test(text)) break
  }
  return args[index]?.text.startsWith('-') ? undefined : args.slice(index)
}

function judgeInner(call: ProgramCall, inner: readonly Field[] | undefined): Found {
  const [name, ...args] = inner ?? []
  if (!name)
    return inner === undefined
      ? join(refuseNever(call), notUnderstood([call.name, ...call.args.map(({ text }) => text)].join(' ')))
      : foundEffect('reads', call.name)
  if (name.isOpen) return notUnderstood(name.text)
  return call.judge.program({ ...call, name: name.text, args, depth: call.depth + 1 })
}

const NEVER = /^(?!)/

const WRAPPERS: ReadonlyMap<string, JudgeWrapper> = new Map<string, JudgeWrapper>([
  ['env', judgeEnv],
  [
    'timeout',
    (call) =>
      judgeInner(
        call,
        innerOf(
          call.args,
          /^(?:--foreground|--preserve-status|-v|--verbose|--kill-after=.*|--signal=.*|-[ks]\S+)$/,
          /^-[ks]$|^--(?:kill-after|signal)$/,
        )?.slice(1),
      ),
  ],
  ['nice', (call) => judgeInner(call, innerOf(call.args, /^-n?-?\d+$|^--adjustment=.*$/, /^-n$|^--adjustment$/))],
  ['ionice', (call) => judgeInner(call, innerOf(call.args, /^-[cnt]\d*$/, /^-[cn]$/))],
  ['stdbuf', (call) => judgeInner(call, innerOf(call.args, /^-[ioe]\S+$|^--(?:input|output|error)=.*$/, /^-[ioe]$/))],
  ['time', (call) => judgeInner(call, innerOf(call.args, /^-p$/, NEVER))],
  ['nohup', (call) => join(found('HIGH', 'shell.background', 'process'), judgeInner(call, innerOf(call.args, NEVER, NEVER)))],
  ['setsid', (call) => join(found('HIGH', 'shell.background', 'process'), judgeInner(call, innerOf(call.args, /^-[cfw]+$/, NEVER)))],
  ['command', judgeCommandBuiltin],
  ['builtin', (call) => judgeInner(call, call.args)],
  ['exec', (call) => (call.args.length === 0 ? NOTHING : judgeInner(call, innerOf(call.args, /^-[cl]+$/, NEVER)))],
  ['xargs', judgeXargs],
  ['eval', judgeEval],
  ['source', judgeSource],
  ['.', judgeSource],
])

export const findWrapper = (name: string): JudgeWrapper | undefined => (SHELLS.has(name) ? judgeShell : WRAPPERS.get(name))

function judgeEnv(call: ProgramCall): Found {
  const rest = innerOf(call.args, /^(?:-i|--ignore-environment|-0|--null|-)$/, /^(?:-u|--unset)$/)
  if (!rest) return judgeInner(call, undefined)
  const first = rest.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text))
  const assigned = first < 0 ? rest : rest.slice(0, first)
  const assignments = assigned.map(({ text, ...field }) => {
    const equals = text.indexOf('=')
    return { name: text.slice(0, equals), value: { ...field, text: text.slice(equals + 1) } }
  })
  const own = call.args.slice(0, call.args.length - rest.length)
  const unset = own.filter(({ text }, index) => /^(?:-u|--unset)$/.test(own[index - 1]?.text ?? '') && takesOver(text))
  return join(
    withVariables(assignments, judgeInner(call, first < 0 ? [] : rest.slice(first))),
    ...unset.map(({ text }) => judgeVariable(text, undefined)),
  )
}

/** `command -v x` only looks. */
function judgeCommandBuiltin(call: ProgramCall): Found {
  if (/^-[vV]$/.test(call.args[0]?.text ?? '')) return foundEffect('reads', 'command -v')
  return judgeInner(call, innerOf(call.args, /^-p$/, NEVER))
}

const ANY_INPUT: Field = { ...plainField('…'), isOpen: true, mayBeOption: true, prefix: '' }

/** The words that it reads are added to the command, or put where the mark stands. */
function judgeXargs(call: ProgramCall): Found {
  const { args } = call
  const file = args.findIndex(({ text }) => /^(?:-a|--arg-file)$/.test(text))
  const inner = innerOf(
    args,
    /^(?:-[0rtx]+|--null|--no-run-if-empty|--verbose|--exit|-[nPLsdIiEe]\S+|--(?:max-args|max-procs|max-lines|delimiter|replace)=.*)$/,
    /^(?:-[nPLsdIEa]|--(?:max-args|max-procs|max-lines|delimiter|arg-file))$/,
  )
  const own = args.slice(0, args.length - (inner?.length ?? 0))
  const marked = own.findLastIndex(({ text }) => /^(?:-I|-i|--replace)/.test(text))
  const mark =
    marked < 0
      ? undefined
      : (/^(?:-I|-i|--replace=)(.+)$/.exec(args[marked]?.text ?? '')?.[1] ?? (args[marked]?.text === '-I' ? args[marked + 1]?.text : '{}'))
  const read = file < 0 ? NOTHING : judgePath(args[file + 1] ?? plainField(''), 'read', call.folders, call.facts)
  if (!inner || inner.length === 0) return join(read, inner ? foundEffect('reads', 'xargs') : judgeInner(call, undefined))
  // What it reads would become code, or arguments of code.
  if (SHELLS.has(inner[0]?.text ?? ''))
    return join(read, refuseNetworkCode({ ...call, args: [] }), notUnderstood(`xargs ${inner.map(({ text }) => text).join(' ')}`))
  const words = mark === undefined ? [...inner, ANY_INPUT] : inner.map((field) => fillIn(field, mark))
  const given = (call.upstream ?? []).flatMap(({ fields }) => fields.slice(1)).map((field) => judgeSuspect(field, call.folders, call.facts))
  return join(read, ...given, judgeInner({ ...call, upstream: undefined, isFed: false, inputText: undefined }, words))
}

function fillIn(field: Field, mark: string): Field {
  const place = field.text.indexOf(mark)
  if (place < 0) return field
  const prefix = field.text.slice(0, place)
  return { ...field, text: field.text.replaceAll(mark, '…'), isOpen: true, prefix, mayBeOption: prefix === '' }
}

function judgeEval(call: ProgramCall): Found {
  if (call.args.some(({ isOpen }) => isOpen))
    return join(refuseNetworkCode({ ...call, args: [] }), refuseNetworkCode(call), notUnderstood(`eval ${textsOf(call.args).join(' ')}`))
  return call.judge.script(call.args.map(({ text }) => text).join(' '), call)
}

/** A script of the workspace that runs in this shell: what it sets is not known afterwards. */
function judgeSource(call: ProgramCall): Found {
  const [file] = call.args
  if (!file) return notUnderstood(call.name)
  const code = found('HIGH', sentence('everyday.workspace-program', { command: printable(file.text) }))
  return join(refuseNetworkCode({ ...call, args: call.args }), code, judgePath(file, 'read', call.folders, call.facts))
}

/** `bash -c TEXT` is judged as that text, `bash FILE` as a program of the workspace, and what comes by a pipe is code that nobody has seen. */
function judgeShell(call: ProgramCall): Found {
  const network = refuseNetworkCode(call)
  const { args } = call
  const at = args.findIndex(({ text }, index) => !isShellOption(text, args[index - 1]?.text))
  const options = (at < 0 ? args : args.slice(0, at)).map(({ text }) => text)
  if (/^[-+]/.test(args[at]?.text ?? '') && !/^--(?:version)?$/.test(args[at]?.text ?? ''))
    return join(network, refuseNever(call), notUnderstood([call.name, ...args.map(({ text }) => text)].join(' ')))
  if (options.some((text) => /^-[a-z]*c[a-z]*$/.test(text))) return join(network, judgeText(call, args[at]), judgeOtherShell(call))
  if (/^--version$/.test(args[0]?.text ?? '')) return foundEffect('reads', call.name)
  const file = args[at]
  if (file && !options.some((text) => /^-[a-z]*s/.test(text)))
    return join(
      network,
      call.judge.program({
        ...call,
        name: file.text.includes('/') ? file.text : `./${file.text}`,
        args: args.slice(at + 1),
        depth: call.depth + 1,
      }),
    )
  if (call.inputText !== undefined) return join(network, call.judge.script(call.inputText, call, dialectOf(call)), judgeOtherShell(call))
  return join(network, found('HIGH', sentence('command.input-as-code', { command: call.name }), 'not-understood'))
}

/** Many of their builtins compute their words: `[ 'a[$(…)]' -eq 0 ]` runs a command. */
const judgeOtherShell = ({ name }: ProgramCall): Found => (/^(?:zsh|ksh)$/.test(name) ? foundEffect('code', name) : NOTHING)

function judgeText(call: ProgramCall, text: Field | undefined): Found {
  if (!text || text.isOpen) return notUnderstood(text?.text ?? call.name)
  return call.judge.script(text.text, call, dialectOf(call))
}

const dialectOf = ({ name }: ProgramCall): Dialect => (name === 'bash' ? 'bash' : 'posix')

/** Others change how the text is read. */
const isShellOption = (text: string, before: string | undefined): boolean =>
  /^-[ceuxlsvEnf]+o?$|^-o$|^--(?:login|norc|noprofile)$/.test(text) ||
  (/^-[a-zA-Z]*o$/.test(before ?? '') && /^(?:pipefail|errexit|nounset|xtrace|verbose)$/.test(text))
