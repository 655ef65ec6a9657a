// Reads what strace wrote, one file for each process: which programs a shell line started, what it wrote and whom it talked to. Only what the
// line's own processes asked of the kernel counts, not what bubblewrap does before them; that it was tried is enough.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

export interface TracedEffects {
  /** Names of the programs that were started, without the shell itself. */
  readonly programs: readonly string[]
  /** Calls that write or change something outside `/tmp`. */
  readonly written: readonly string[]
  readonly sockets: readonly string[]
}

const STARTING = ['execve', 'execveat']
const FORKING = ['clone', 'clone3', 'fork', 'vfork']
const TALKING = ['socket', 'connect', 'bind', 'sendto', 'sendmsg', 'listen']
const OPENING = ['open', 'openat', 'openat2', 'creat']
const NAMES = 'unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir link linkat symlink symlinkat mknod mknodat'
const CONTENTS = 'truncate ftruncate fallocate mount ptrace'
const ATTRIBUTES =
  'chmod fchmod fchmodat chown lchown fchown fchownat utime utimes futimesat utimensat setxattr lsetxattr fsetxattr removexattr'
const CHANGING = [NAMES, CONTENTS, ATTRIBUTES].flatMap((names) => names.split(' '))

/** As strace wants them; the question mark lets a machine lack some. */
export const TRACED_CALLS = [...STARTING, ...FORKING, ...TALKING, ...OPENING, ...CHANGING].map((name) => `?${name}`).join(',')

interface Call {
  readonly name: string
  readonly rest: string
}

type Traces = ReadonlyMap<string, readonly Call[]>

const CALL = /^(?<name>\w+)\((?<rest>.*)$/
const BASH = /^"\/(?:usr\/)?bin\/bash", \["\/(?:usr\/)?bin\/bash", "--norc"/

export function readTraces(folder: string, root: string): TracedEffects {
  const traces = readFiles(folder)
  const [first] = [...traces].filter(([, calls]) => startOf(calls) >= 0)
  if (!first) throw new Error('the trace holds no shell: the line was not started')
  const found = { programs: [] as string[], written: [] as string[], sockets: [] as string[] }
  const open: (readonly Call[])[] = [first[1].slice(startOf(first[1]) + 1), ...orphansIn(traces)]
  for (let calls = open.pop(); calls; calls = open.pop()) {
    for (const call of calls) if (FORKING.includes(call.name)) open.push(callsOfChild(call, traces))
    found.programs.push(...calls.flatMap(startedBy))
    found.written.push(...calls.filter((call) => writes(call) && !isHarmless(call, root)).map(asText))
    found.sockets.push(...otherTalk(calls.filter(({ name }) => TALKING.includes(name))).map(asText))
  }
  return found
}

function readFiles(folder: string): Traces {
  const files = readdirSync(folder).filter((name) => name.startsWith('trace.'))
  return new Map(
    files.map((file) => {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n')
      return [file.slice('trace.'.length), lines.flatMap((text) => (CALL.exec(text)?.groups as Call | undefined) ?? [])]
    }),
  )
}

const startOf = (calls: readonly Call[]): number => calls.findIndex(({ name, rest }) => name === 'execve' && BASH.test(rest))

// Inside, a process has another number than outside, which is told beside it.
const CHILD = /\) += (?:\d+ \/\* )?(?<pid>\d+)(?: in strace's PID NS \*\/)?$/
const NO_CHILD = /\) += (?:-1 E|\?)|<unfinished \.\.\.>$/

/** A child that is missed would hide what it did. */
function callsOfChild({ rest }: Call, traces: Traces): readonly Call[] {
  const calls = traces.get(childOf({ rest }) ?? '')
  if (!calls && !NO_CHILD.test(rest) && isWhole(rest)) throw new Error(`a process has no trace: ${rest}`)
  return calls ?? []
}

const childOf = ({ rest }: Pick<Call, 'rest'>): string | undefined => CHILD.exec(rest)?.groups?.pid

/** Of a process that was killed in the middle of a call, strace writes only the beginning. */
const isWhole = (rest: string): boolean => /\) += /.test(rest)

/** Processes that nobody is known to have started, because the one that did was killed meanwhile; the first of all is bubblewrap. */
function orphansIn(traces: Traces): (readonly Call[])[] {
  const children = new Set(
    [...traces.values()].flatMap((calls) => calls.filter(({ name }) => FORKING.includes(name)).flatMap((call) => childOf(call) ?? [])),
  )
  const others = [...traces].filter(([pid, [first]]) => !children.has(pid) && !/^"[^"]*\/bwrap"/.test(first?.rest ?? ''))
  return others.map(([, calls]) => calls)
}

function startedBy({ name, rest }: Call): string[] {
  if (!STARTING.includes(name) || / = -1 E/.test(rest)) return []
  return [basename(/"(?<path>(?:[^"\\]|\\.)*)"/.exec(rest)?.groups?.path ?? rest)]
}

const writes = ({ name, rest }: Call): boolean =>
  CHANGING.includes(name) || name === 'creat' || (OPENING.includes(name) && /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/.test(rest))

// What swallows or only prints, and a setting of the process itself that Java makes: how much of it a crash would save.
const DEVICES = /^\/dev\/(?:null|tty|zero|full|stdout|stderr|fd\/\d+|pts\/\d+)$|^\/proc\/self\/(?:fd\/\d+|coredump_filter)$|^pipe:\[\d+\]$/

// Git freshens its index where it can, `git diff` whatever it is told; in a LOW line it never can.
const GIT_FRESHENING = /\/\.git\/index\.lock", .* = -1 EROFS/

/** By every name in the call: a device, or the session's own `/tmp`, in which the workspace itself may lie. */
function isHarmless({ rest }: Call, root: string): boolean {
  if (GIT_FRESHENING.test(rest)) return true
  const [given = ''] = rest.split(/\) += /)
  const names = [...given.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path = '']) => path)
  const [folder = root] = [...given.matchAll(/(?:AT_FDCWD|\d+)<([^>]*)>/g)].map(([, path = '']) => path)
  const places = names.length > 0 ? names.map((name) => resolve(folder, name)) : [folder]
  return places.every((path) => DEVICES.test(path) || (path.startsWith('/tmp/') && !`${path}/`.startsWith(`${root}/`)))
}

// Whoever prints the name of a user asks for it there first. In the sandbox neither is found.
const NAME_SERVICE = /^(?<socket>\d+)<.*sun_path="\/(?:var\/)?run\/(?:nscd\/socket|systemd\/userdb\/[^"/]*)"/
const LOCAL_SOCKET = /^AF_UNIX, .*\) += (?<socket>\d+)</

/** Without the sockets whose very next use is to ask for the name of a user. */
function otherTalk(calls: readonly Call[]): readonly Call[] {
  const asks = (made: Call | undefined, used: Call | undefined): boolean =>
    made?.name === 'socket' && used?.name === 'connect' && socketIn(LOCAL_SOCKET, made) === (socketIn(NAME_SERVICE, used) ?? '')
  return calls.filter((call, at) => !asks(call, calls[at + 1]) && !asks(calls[at - 1], call))
}

const socketIn = (pattern: RegExp, { rest }: Call): string | undefined => pattern.exec(rest)?.groups?.socket

const asText = ({ name, rest }: Call): string => `${name}(${rest}`
