// Descriptors that whoever started the runner left open for its children. A command must not get them: they are
// replaced by nothing in every program that we start. Our own are closed by the kernel when a program starts.
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { errnoOf } from '../disk/file-failure.ts'

const CLOSE_ON_EXEC = 0o2000000
const FIRST_EXTRA = 3
const MAX_COVERED = 1_024

// Fixed when the process started, so it is looked up once. Node passes over extra descriptors that are to be ignored
// without closing them, so that each needs something to take its place.
let known: { readonly highest: number; readonly nothing: number } | undefined

/** Extra descriptors from number 3 on, filled up so that nothing inherited shows through. */
export function coverInherited<Descriptor>(wanted: readonly Descriptor[]): (Descriptor | number)[] {
  known ??= { highest: Math.max(0, ...inheritedDescriptors()), nothing: openSync('/dev/null', 'r') }
  const { highest, nothing } = known
  const length = Math.max(wanted.length, Math.min(highest, MAX_COVERED) - FIRST_EXTRA + 1)
  return Array.from({ length }, (_, index) => wanted[index] ?? nothing)
}

function inheritedDescriptors(): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((descriptor) => descriptor >= FIRST_EXTRA && isInherited(descriptor))
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0
  } catch (error) {
    // The one by which the list itself was read is closed by now.
    if (errnoOf(error) === 'ENOENT') return false
    throw error
  }
}
