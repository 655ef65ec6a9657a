// The property: a call that is judged LOW, when it is really run, opens nothing outside, writes nothing, starts nothing else
// and talks to nobody. It is run without a sandbox, so that it is the verdict that is tested and not the sandbox.
import { isRefused, judgeCommand } from '@countersign/policy'
import fc from 'fast-check'
import { createResolver, isInside } from '../../src/disk/names.ts'
import { argumentsOf } from './arguments.ts'
import { SENSITIVE } from './scratch.ts'
import { type Trace, traceCommand } from './trace.ts'

// The loader, the languages, the time zones, and the names of users: every program of the system looks there.
const ALWAYS_LOOKED_AT = [
  /^\/(usr\/)?lib(32|64|x32)?\//,
  /^\/usr\/share\/(locale|zoneinfo|i18n)\//,
  /^\/etc\/(ld\.so\.(cache|preload)|locale\.alias|localtime|nsswitch\.conf|passwd|group)$/,
  /^\/proc\/filesystems$/,
  /^\/dev\/null$/,
]
// Names of users are asked of nscd and of systemd, which walks to its folders step by step.
const NAME_SERVICE = /sun_path="\/(var\/)?run\/(nscd\/socket|systemd\/userdb\/[^"]*)"|socket\(AF_UNIX, SOCK_STREAM\|SOCK_CLOEXEC/
const NAME_FOLDERS = /^(\/(etc|run|run\/host|run\/systemd|usr\/local\/lib))?\/userdb(\/[^/]+\.(user|group|membership))?$/
const ON_THE_WAY = /^\/((etc|run|usr|lib)(\/(host|lib|local|local\/lib))?)?$/

export interface Oracle {
  readonly root: string
  /** What the program opens with no operands. */
  readonly usual: ReadonlySet<string>
  /** A busy machine is slow; only what still waits after this time waits for ever. */
  readonly patienceSeconds: number
}

// Before it opens a file, find tries on the root folder how files are opened here.
const PLAIN: Readonly<Record<string, readonly string[]>> = { find: ['src', '-maxdepth', '0', '-samefile', 'src'] }

export async function openOracle(command: string, root: string, patienceSeconds = 10): Promise<Oracle> {
  const { opened } = await traceCommand(command, PLAIN[command] ?? [], { root, seconds: 30 })
  return { root, patienceSeconds, usual: new Set(opened.map(({ place }) => place).filter((place) => !isInside(root, place))) }
}

export function isLow(command: string, args: readonly string[], root: string): boolean {
  const judgement = judgeCommand({ command, args }, { isolation: 'sandbox', resolve: createResolver(root) })
  return !isRefused(judgement) && judgement.risk === 'LOW'
}

/** What a real run did that a LOW call must not do; empty where all is well. */
export async function findHarm(command: string, args: readonly string[], oracle: Oracle): Promise<string[]> {
  let trace = await traceCommand(command, args, oracle)
  if (trace.timedOut) trace = await traceCommand(command, args, { ...oracle, seconds: oracle.patienceSeconds })
  return [
    ...(trace.timedOut ? ['it does not end'] : []),
    ...trace.opened.filter((file) => isHarmfulOpening(file, command, args, oracle)).map(({ place, flags }) => `opens ${place} (${flags})`),
    ...trace.started.slice(1).map((line) => `starts a program: ${line}`),
    ...trace.talked.filter((line) => !NAME_SERVICE.test(line)).map((line) => `talks: ${line}`),
    ...trace.changed.map((line) => `changes: ${line}`),
  ]
}

function isHarmfulOpening(file: Trace['opened'][number], command: string, args: readonly string[], { root, usual }: Oracle): boolean {
  if (/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/.test(file.flags)) return true
  if (!isInside(root, file.place)) return !usual.has(file.place) && !isOfTheSystem(file)
  // In a search of whole folders the sandbox hides them; named one by one they must not be reached.
  const searchesFolders = command === 'grep' && args.some((word) => /^-[^-]*[rd]|^--(rec|dir)/.test(word))
  return !searchesFolders && SENSITIVE.includes(file.place.slice(root.length + 1))
}

const isOfTheSystem = ({ place, flags }: Trace['opened'][number]): boolean =>
  [...ALWAYS_LOOKED_AT, NAME_FOLDERS].some((pattern) => pattern.test(place)) || (flags.includes('O_PATH') && ON_THE_WAY.test(place))

/** The property for one command, for as many LOW calls as `runs` says. */
export function lowCallsAreHarmless(command: string, oracle: Oracle): fc.IAsyncProperty<[string[]]> {
  return fc.asyncProperty(argumentsOf(command), async (args) => {
    fc.pre(isLow(command, args, oracle.root))
    const harm = await findHarm(command, args, oracle)
    if (harm.length > 0) throw new Error(`${command} ${JSON.stringify(args)} is LOW, but it\n${harm.join('\n')}`)
  })
}
