// Keeps package-lock.json usable on every machine: no registry addresses, and an entry for the binaries of every platform. npm leaves out
// optional packages that its registry does not offer, and `npm ci` then refuses the file that npm wrote.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run-command.ts'

interface Entry {
  readonly version?: string
  readonly resolved?: string
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, Entry>>
  readonly [field: string]: unknown
}

const EXACT_VERSION = /^\d+[.]\d+[.]\d+[\w.+-]*$/
const PLATFORM = /-(?<os>aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(?<cpu>[a-z0-9]+)(?:-(?<abi>\w+))?$/

/** The missing entries, by their key in the file. */
export function findMissingEntries({ packages }: Lockfile): Record<string, Entry> {
  const missing: Record<string, Entry> = {}
  for (const [place, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const found = [`${place}/node_modules/${name}`, `node_modules/${name}`].find((key) => packages[key])
      if (found && (packages[found]?.version === version || !EXACT_VERSION.test(version))) continue
      missing[found ? `${place}/node_modules/${name}` : `node_modules/${name}`] = createEntry(name, version, entry)
    }
  }
  return missing
}

// Fields in the order in which npm writes them, so that its next install changes nothing.
function createEntry(name: string, version: string, { dev }: Entry): Entry {
  if (!EXACT_VERSION.test(version)) throw new Error(`${name}@${version} is not in the lock file and has no exact version`)
  const { cpu, libc, os } = platformOf(name)
  return { version, cpu, ...(dev && { dev }), ...(libc && { libc }), optional: true, ...(os && { os }) }
}

function platformOf(name: string): { cpu: string[]; os?: string[]; libc?: string[] } {
  if (name.endsWith('-wasm32-wasi')) return { cpu: ['wasm32'] }
  const { os, cpu, abi } = PLATFORM.exec(name)?.groups ?? {}
  if (!os || !cpu) throw new Error(`The platform of ${name} cannot be told from its name`)
  if (os !== 'linux' || !abi) return { cpu: [cpu], os: [os] }
  return { cpu: [cpu], os: [os], libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] }
}

export const findAddresses = ({ packages }: Lockfile): string[] =>
  Object.entries(packages).flatMap(([place, { resolved }]) => (resolved?.includes('://') ? [place] : []))

export function complete(lockfile: Lockfile): Lockfile {
  const packages = Object.entries({ ...lockfile.packages, ...findMissingEntries(lockfile) })
  return { ...lockfile, packages: Object.fromEntries(packages.sort(([one], [other]) => one.localeCompare(other, 'en'))) }
}

if (import.meta.main) {
  const file = join(ROOT, 'package-lock.json')
  const lockfile: Lockfile = JSON.parse(readFileSync(file, 'utf8'))
  const isWriting = process.argv.includes('--write')
  if (isWriting) writeFileSync(file, `${JSON.stringify(complete(lockfile), null, 2)}\n`)
  const missing = isWriting ? [] : Object.keys(findMissingEntries(lockfile))
  for (const place of missing) console.error(`${place} has no entry`)
  for (const place of findAddresses(lockfile)) console.error(`${place} names the registry it came from`)
  if (missing.length > 0) console.error('Run: npm run lockfile')
  process.exitCode = missing.length + findAddresses(lockfile).length === 0 ? 0 : 1
}
