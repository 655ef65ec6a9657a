// What a program really asks of the kernel, by strace: files opened, programs started, sockets, changes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { cleanEnvironment } from '../../src/programs/clean-environment.ts'
import { SYSTEM_PATH } from '../../src/programs/toolchains.ts'

const OPENING = ['open', 'openat', 'openat2', 'creat']
const STARTING = ['execve', 'execveat']
const TALKING = ['socket', 'connect', 'bind', 'sendto']
const CHANGING = [
  ...['unlink', 'unlinkat', 'rename', 'renameat', 'renameat2', 'truncate', 'ftruncate', 'mkdir', 'mkdirat', 'rmdir', 'link', 'linkat'],
  ...['symlink', 'symlinkat', 'chmod', 'fchmod', 'fchmodat', 'chown', 'fchownat', 'mknod', 'mknodat', 'utimensat', 'setxattr'],
  ...['clock_settime', 'settimeofday', 'sethostname', 'kill', 'ptrace', 'mount', 'chroot'],
]
const TRACED = [...OPENING, ...STARTING, ...TALKING, ...CHANGING].map((name) => `?${name}`).join(',')

export interface Trace {
  /** By the real place where it was opened, else by the words. */
  readonly opened: readonly { readonly place: string; readonly flags: string }[]
  readonly started: readonly string[]
  readonly talked: readonly string[]
  readonly changed: readonly string[]
  readonly timedOut: boolean
}

export interface TraceOptions {
  readonly root: string
  readonly seconds?: number
}

export async function traceCommand(command: string, args: readonly string[], { root, seconds = 2 }: TraceOptions): Promise<Trace> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-trace-'))
  try {
    const words = ['-f', '-qq', '-y', '-e', `trace=${TRACED}`, '-o', join(folder, 'log'), '--', command, ...args]
    const env = cleanEnvironment({ from: {}, path: SYSTEM_PATH, home: folder, temporary: folder })
    const child = spawn('/usr/bin/strace', words, { cwd: root, env, stdio: 'ignore', detached: true })
    const timer = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), seconds * 1000)
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    clearTimeout(timer)
    return { ...readTrace(readFileSync(join(folder, 'log'), 'utf8'), root), timedOut: signal === 'SIGKILL' }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const CALL = /^\d+ +(?<name>\w+)\((?<rest>.*)$/
const OPENED = /(?:(?:AT_FDCWD|\d+)<(?<from>[^>]*)>, )?"(?<path>(?:[^"\\]|\\.)*)", (?<flags>[^)]*)\) += (?:-1 |\d+<(?<place>.*)>$)?/

function readTrace(log: string, root: string): Omit<Trace, 'timedOut'> {
  const found = {
    opened: [] as { place: string; flags: string }[],
    started: [] as string[],
    talked: [] as string[],
    changed: [] as string[],
  }
  for (const line of log.split('\n')) {
    const { name = '', rest = '' } = CALL.exec(line)?.groups ?? {}
    if (OPENING.includes(name)) found.opened.push(readOpening(rest, root))
    else if (STARTING.includes(name)) found.started.push(line)
    else if (TALKING.includes(name)) found.talked.push(line)
    else if (CHANGING.includes(name)) found.changed.push(line)
  }
  return found
}

/** What cannot be read counts as opened for writing, so that it is looked at. */
function readOpening(rest: string, root: string): { place: string; flags: string } {
  const { from = root, path, flags = '', place } = OPENED.exec(rest)?.groups ?? {}
  if (path === undefined) return { place: rest, flags: 'O_RDWR' }
  return { place: (place ?? resolve(from, path)).replace(/^\/proc\/\d+\//, '/proc/self/'), flags }
}
