// What a sandbox shows of the system: programs and libraries, the few settings they need, devices and processes of its own.
// Each mount takes its time, so that a command that only reads gets no more than it needs.
import { existsSync } from 'node:fs'
import { readOnly, temporary, writable } from './mounts.ts'
import type { SandboxFiles } from './sandbox-files.ts'
import type { WritablePlan } from './writable-plan.ts'

const FOLDERS = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'].filter((name) => existsSync(`/${name}`))

const SETTINGS_FOR_READING = ['ld.so.cache', 'localtime']
const SETTINGS_FOR_ALL = [...SETTINGS_FOR_READING, 'alternatives', 'ssl', 'ca-certificates', 'pki', 'mime.types']
const SETTINGS_FOR_NETWORK = ['resolv.conf', 'hosts', 'nsswitch.conf', 'host.conf', 'gai.conf', 'services', 'protocols']

// Whoever is root outside owns these inside too, rights or not: settings of the whole kernel, and what it tells only root.
const KERNEL_SETTINGS = ['sysrq-trigger', 'irq', 'bus', 'fs']
const KERNEL_SECRETS = ['kcore', 'keys', 'kmsg', 'latency_stats', 'timer_list', 'sched_debug', 'vmallocinfo', 'slabinfo']

export interface SystemRequest {
  readonly sandboxFiles: SandboxFiles
  readonly plan: WritablePlan
  readonly network: boolean
}

export function systemMounts({ sandboxFiles, plan, network }: SystemRequest): string[] {
  const isWritable = plan.workspace !== 'read-only'
  const base = isWritable || plan.startsPrograms ? SETTINGS_FOR_ALL : SETTINGS_FOR_READING
  const settings = [...base, ...(network ? SETTINGS_FOR_NETWORK : [])]
  return [
    ...readOnly('/usr'),
    ...FOLDERS.flatMap((name) => (existsSync(`/usr/${name}`) ? ['--symlink', `usr/${name}`, `/${name}`] : readOnly(`/${name}`))),
    ...settings.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
    ...readOnly(sandboxFiles.passwd, '/etc/passwd'),
    ...readOnly(sandboxFiles.group, '/etc/group'),
    ...['--dev', '/dev', '--proc', '/proc'],
    ...readOnly('/proc/sys'),
    ...(sandboxFiles.isRootOutside ? kernelMounts() : []),
    // What only reads has no place to write to but `/tmp`: its root is read-only as a whole.
    ...(isWritable ? [...temporary('/dev/shm'), ...temporary('/run')] : ['--dir', '/run']),
    ...temporaryMounts(plan),
  ]
}

function temporaryMounts({ workspace, temporary: given = workspace === 'read-only' ? undefined : 'memory' }: WritablePlan): string[] {
  if (given === undefined) return ['--dir', '/tmp']
  if (given === 'memory') return temporary('/tmp')
  return [...writable(given.folder, '/tmp'), ...given.heldNames.flatMap((name) => temporary(`/tmp/${name}`))]
}

function kernelMounts(): string[] {
  const present = (names: readonly string[]) => names.map((name) => `/proc/${name}`).filter((path) => existsSync(path))
  return [
    ...present(KERNEL_SETTINGS).flatMap((path) => readOnly(path)),
    ...present(KERNEL_SECRETS).flatMap((path) => readOnly('/dev/null', path)),
  ]
}
