// Whether git could print the content of a sensitive file, from any repository that a reading line may see. Looked at in the background and
// remembered by the state of objects and index, so that a command that follows another need not wait; where it is not known, nobody says
// that there is nothing.
import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isSensitive } from '@countersign/policy'
import { Failure } from '@countersign/protocol'
import { errorFields, type Logger } from '../../../ports/logger.ts'
import { checkRepository } from '../../../repositories/check-repository.ts'
import { findRepository, type Repository } from '../../../repositories/find-repository.ts'
import { type BareCopyPorts, openBareCopy } from '../bare-copy/open-bare-copy.ts'
import type { RunGit } from '../bare-copy/run-git.ts'
import { createObjectNames, type ObjectNames } from './object-names.ts'
import {
  type IndexNames,
  looseName,
  looseObjects,
  MAX_KEPT_BYTES,
  packNames,
  readAllObjects,
  readIndexNames,
  readLooseObject,
} from './read-objects.ts'

export interface GitSecrets extends AsyncDisposable {
  /** As last seen; null while it is not known. What changed since is looked at in the background. */
  current(): 'none' | 'some' | null
  /** Looks now. */
  check(): Promise<'none' | 'some' | null>
  /** Content without a name that has a file of its own, absolute: hidden from lines that read. */
  namelessFiles(): readonly string[]
  onChange(listener: () => void): void
}

/** Where there is no sandbox, no line runs unasked. */
export const UNKNOWN_SECRETS: GitSecrets = {
  current: () => null,
  check: async () => null,
  namelessFiles: () => [],
  onChange: () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
}

export interface GitSecretsPorts extends BareCopyPorts {
  readonly root: string
  /** Every `.git` that a command may be shown, relative. */
  readonly gitNames: () => Promise<readonly string[]>
  readonly run: RunGit
  /** Ends what `run` has under way. */
  readonly stop: () => void
  readonly logger: Logger
}

/** Each is a mount of its own. With more of them, git is treated as if it held secrets. */
const MAX_NAMELESS = 200

interface Known {
  readonly objects: ObjectNames
  readonly packs: string
  readonly loose: ReadonlySet<string>
  readonly indexKey: string
  readonly index: IndexNames
}

interface Finding {
  readonly answer: 'none' | 'some'
  readonly nameless: readonly string[]
}

export function createGitSecrets(ports: GitSecretsPorts): GitSecrets {
  const { root, run, logger } = ports
  const known = new Map<string, Known>()
  let answer: 'none' | 'some' | null = null
  let nameless: readonly string[] = []
  let looking: Promise<void> | undefined
  let listener: (() => void) | undefined
  let isOver = false

  async function look(): Promise<void> {
    const before = answer
    try {
      const findings: Finding[] = []
      for (const repository of repositoriesIn(root, await ports.gitNames())) findings.push(await lookAt(repository))
      nameless = findings.flatMap((finding) => finding.nameless)
      answer = nameless.length > MAX_NAMELESS || findings.some((finding) => finding.answer === 'some') ? 'some' : 'none'
    } catch (error) {
      answer = null
      if (!isOver && !(error instanceof Failure)) logger.warn(errorFields(error), 'the objects of a repository could not be looked through')
    }
    if (answer !== before) listener?.()
  }

  async function lookAt(repository: Repository): Promise<Finding> {
    const objectsDir = join(repository.commonDir, 'objects')
    const state = {
      packs: packNames(objectsDir).join(),
      loose: new Set(looseObjects(objectsDir)),
      indexKey: keyOf(join(repository.gitDir, 'index')),
    }
    const before = known.get(repository.gitDir)
    const isGrown = before?.packs === state.packs
    const objects = isGrown && before ? before.objects : createObjectNames()
    const isSameIndex = before?.indexKey === state.indexKey
    if (!isGrown || !isSameIndex) {
      using place = await openBareCopy(repository, ports)
      if (!isGrown) await readAllObjects(run, place, objects)
      known.set(repository.gitDir, { ...state, objects, index: isSameIndex && before ? before.index : await readIndexNames(run, place) })
    }
    for (const id of state.loose) if (!before?.loose.has(id) && !objects.has(id)) readLooseObject(objects, objectsDir, id)
    if (objects.bytes > MAX_KEPT_BYTES) throw new Error('a repository has too many trees')
    const { index } = known.get(repository.gitDir) as Known
    known.set(repository.gitDir, { ...state, objects, index })
    return find({ objects, index, objectsDir, loose: state.loose })
  }

  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => (looking = undefined))
    return looking
  }
  return {
    current() {
      if (!isOver) void lookOnce()
      return answer
    },
    async check() {
      // One that is under way may have read before the last change.
      await looking
      await lookOnce()
      return answer
    },
    namelessFiles: () => nameless,
    onChange: (next) => (listener = next),
    async [Symbol.asyncDispose]() {
      listener = undefined
      isOver = true
      ports.stop()
      await looking
    },
  }
}

/** Git finds nothing in one whose files lead elsewhere: no shadow is made of it. */
function repositoriesIn(root: string, names: readonly string[]): Repository[] {
  const found: Repository[] = []
  for (const name of names) {
    try {
      const repository = findRepository(root, dirname(name))
      checkRepository(repository)
      found.push(repository)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }
  return found
}

interface Looked extends Pick<Known, 'objects' | 'index' | 'loose'> {
  readonly objectsDir: string
}

function find({ objects, index, objectsDir, loose }: Looked): Finding {
  if (objects.holdsSecrets() || index.names.some(isSensitive)) return { answer: 'some', nameless: [] }
  const nameless = objects.nameless(index.ids)
  // What lies in a pack cannot be hidden by itself.
  if (nameless.some((id) => !loose.has(id))) return { answer: 'some', nameless: [] }
  return { answer: 'none', nameless: nameless.map((id) => join(objectsDir, looseName(id))) }
}

const keyOf = (path: string): string => {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}` : '-'
}
