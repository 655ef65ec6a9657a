// python, node and other interpreters: a script of the workspace is MEDIUM, code in the call or from its input is HIGH, a module is judged as the
// program that it is. Code that comes from the network is never run.
import { sentence } from '@countersign/protocol'
import { ANALYSERS } from '../../command/analysers/index.ts'
import { printable } from '../../risk/index.ts'
import type { Field, Run } from '../../script/run.ts'
import { type Found, found, join, NOTHING, type ProgramCall, refused, textsOf } from '../found.ts'
import { locate } from '../places.ts'
import { foundEffect } from './effects.ts'
import { judgeReading } from './readings.ts'
import { findProgram, judgeByRows } from './rows.ts'

const VERSION = /^(?:-V|-VV|--version|-v|--help|-h)$/

export const interpreterOf = (name: string): 'python' | 'node' | 'other' | undefined => {
  if (/^python(?:\d(?:\.\d+)?)?$/.test(name)) return 'python'
  if (/^node(?:js)?$/.test(name)) return 'node'
  return /^(?:perl|lua|ruby|php|Rscript|julia|osascript)$/.test(name) ? 'other' : undefined
}

export function judgeInterpreter(call: ProgramCall, kind: 'python' | 'node' | 'other'): Found {
  const { args, name } = call
  const [first, second] = args
  const isVersion = args.length === 1 && VERSION.test(first?.text ?? '') && !(kind === 'python' && first?.text === '-v')
  if (isVersion && kind !== 'other') return foundEffect('reads', `${name} ${first?.text}`)
  const network = refuseNetworkCode(call)
  if (kind === 'python' && first?.text === '-m' && second && !second.isOpen) return join(network, judgeModule(call, second.text))
  const program = findProgram(name)
  if (kind === 'other') return join(network, program && args.length > 0 ? judgeByRows(program, call) : foundEffect('code', name))
  const reading = (ANALYSERS.get(kind) as NonNullable<ReturnType<typeof ANALYSERS.get>>)(textsOf(args), () => ({
    paths: [],
    suspects: [],
    findings: [],
    refusals: [],
    network: false,
  }))
  return join(network, judgeReading(reading, call), judgeTemporary(call))
}

/** A script in the temporary folder is code that nobody has seen as a file of the workspace. */
export function judgeTemporary({ args, folders, facts, name }: ProgramCall): Found {
  const script = args.find(({ text }) => !text.startsWith('-'))
  const isTemporary = script && folders.some((folder) => locate(script.text, folder, facts).kind === 'temporary')
  return isTemporary ? found('HIGH', sentence('everyday.temporary-program', { command: printable(`${name} ${script.text}`) })) : NOTHING
}

function judgeModule(call: ProgramCall, module: string): Found {
  const rest = call.args.slice(2)
  if (module === 'http.server' || module === 'SimpleHTTPServer') return foundEffect('serves', `python -m ${module}`)
  const program = findProgram(module)
  if (program) {
    const inner = judgeByRows(program, { ...call, name: module, args: rest })
    const above = { ...inner, findings: inner.findings.filter(({ risk }) => risk !== 'LOW') }
    return join(foundEffect('builds', `python -m ${module}`), above)
  }
  const analyse = ANALYSERS.get('python')
  return analyse
    ? judgeReading(
        analyse(textsOf(call.args), () => ({ paths: [], suspects: [], findings: [], refusals: [], network: false })),
        call,
      )
    : NOTHING
}

const TRANSFERS = /^(?:curl|wget|fetch|http|https|aria2c|nc|ncat|socat)$/

export const isTransfer = ({ fields, redirections }: Run): boolean =>
  fields.some(({ text }) => TRANSFERS.test(text.replace(/^.*\//, ''))) || redirections.some(({ target }) => isConnection(target.text))

const isConnection = (text: string): boolean => /^\/dev\/(?:tcp|udp)\//.test(text)

const INPUT = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/

const OTHER_SHELLS = /^(?:ash|fish|t?csh|mksh|yash|pwsh|elvish|nu|xonsh|tclsh|expect|busybox|toybox)$/
const CODE_FROM_INPUT = /^(?:(?:deno|bun) run|(?:make|[gmn]?awk|g?sed) (?:.* )?-f) ?(?:-|\/dev\/stdin)(?: |$)/

/** Interpreters that have no judge of their own, and programs that take code from their input if told to. */
export function refuseInput(call: ProgramCall): Found {
  const line = [call.name, ...textsOf(call.args)].join(' ')
  if (OTHER_SHELLS.test(call.name) || CODE_FROM_INPUT.test(line)) return refuseNetworkCode({ ...call, args: [] })
  return NOTHING
}

/** `curl … | sh`, `sh -c "$(curl …)"`, `python <(curl …)`: nobody has seen the code that would run. */
export function refuseNetworkCode({ name, args, upstream }: ProgramCall): Found {
  const [file] = args.filter(({ text }, index) => !/^-./.test(text) && !/^-[a-z]*o$/.test(args[index - 1]?.text ?? ''))
  const isGiven = args.some(({ text }) => /^-[a-z]*[ce]$|^--eval$|^-m$/.test(text))
  const readsInput = file === undefined || INPUT.test(file.text) || args.some(({ text }) => /^-[a-z]*s$/.test(text))
  const isPiped = !isGiven && readsInput && (upstream ?? []).some(isTransfer)
  const isPut = args.some(({ from }: Field) => from.some(isTransfer))
  return isPiped || isPut
    ? refused('COMMAND_NOT_ALLOWED', sentence('subject.network-code', { command: name }), 'advice.network-code')
    : NOTHING
}
