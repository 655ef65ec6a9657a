// What lines that read and use git get instead of the repositories of the workspace: for each one a shadow, made for this command alone.
import { hash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Failure, noteLine, sentence } from '@countersign/protocol'
import { isInside } from '../../../disk/names.ts'
import { checkRepository } from '../../../repositories/check-repository.ts'
import { findRepository } from '../../../repositories/find-repository.ts'
import { FOR_READING, parseSettings, type Setting, settingsFile } from '../../../repositories/safe-settings.ts'
import { isShownSetting } from '../../../repositories/shown-settings.ts'
import type { BareCopyPorts, CopyPlace } from '../bare-copy/open-bare-copy.ts'
import { layShadow, makeRoomIn, type ShadowMount } from './lay-shadow.ts'

export interface GitShadows extends Disposable {
  readonly mounts: readonly ShadowMount[]
  /** Lines for whoever called: which repositories git does not see, and why. */
  readonly notes: string
  /** Whether what was mounted is still what lies there. */
  isSame(): boolean
}

export interface ShadowPorts {
  readonly root: string
  readonly temporaryDir: string
  /** Asks git to read a file of settings, without obeying it. */
  readonly readSettings: BareCopyPorts['readSettings']
  /** Files of objects that git must not read, absolute. */
  readonly hiddenObjects?: (() => readonly string[]) | undefined
  /** Lies over each of them. */
  readonly emptyFile: string
}

/** Each has mounts of its own; in further ones git finds nothing. */
const MAX_SHADOWS = 8

/** `names` are those of every `.git` that a command may be shown, relative; of them the outermost, and that of `cwd`, come first. */
export type OpenShadows = (names: readonly string[], cwd: string) => Promise<GitShadows>

export function createGitShadows({ root, temporaryDir, readSettings, emptyFile, hiddenObjects = () => [] }: ShadowPorts): OpenShadows {
  const remembered = new Map<string, { readonly key: string; readonly settings: readonly Setting[] }>()

  async function settingsOf(place: CopyPlace): Promise<Setting[]> {
    const { repository } = place
    const files = [join(repository.commonDir, 'config'), join(repository.gitDir, 'config.worktree')]
    const found: Setting[] = []
    for (const file of files) {
      const key = keyOf(file)
      if (key === undefined) continue
      const known = remembered.get(file)
      const settings = known?.key === key ? known.settings : parseSettings(await readSettings(place, file))
      remembered.set(file, { key, settings })
      found.push(...settings)
    }
    return found
  }

  return async (names, cwd) => {
    const folder = mkdtempSync(join(realpathSync.native(temporaryDir), 'countersign-git-'))
    using unfinished = new DisposableStack()
    unfinished.defer(() => rmSync(folder, { recursive: true, force: true }))
    const shadows: ShadowMount[][] = []
    const notes: string[] = []
    for (const name of chooseFirst(root, names, cwd)) {
      try {
        const repository = findRepository(root, dirname(name))
        checkRepository(repository)
        const own = join(folder, hash('sha256', repository.commonDir).slice(0, 16))
        mkdirSync(own, { recursive: true })
        const config = settingsFile(await settingsOf({ repository, folder: own }), { ...FOR_READING, isTakenToo: isShownSetting })
        shadows.push(layShadow(repository, own, config))
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        notes.push(noteLine(sentence('note.git-does-not-see', { name, why: error.message })))
      }
    }
    for (const outer of shadows) for (const inner of shadows) makeRoomIn(outer, inner)
    const mounts = [...inOrder(root, shadows)]
    const shown = mounts.filter(({ to }) => to.endsWith('/objects'))
    const hidden = hiddenObjects().filter((path) => shown.some(({ to }) => isInside(to, path)) && existsSync(path))
    mounts.push(...hidden.map((to) => ({ from: emptyFile, to })))
    const before = identify(mounts)
    const disposing = unfinished.move()
    return { mounts, notes: notes.join(''), isSame: () => identify(mounts) === before, [Symbol.dispose]: () => disposing.dispose() }
  }
}

function chooseFirst(root: string, names: readonly string[], cwd: string): string[] {
  const depth = (name: string) => name.split('/').length
  const sorted = [...names].sort((one, other) => depth(one) - depth(other))
  const ofCwd = sorted.findLast((name) => isInside(join(root, dirname(name)), cwd))
  return [...new Set([...(ofCwd === undefined ? [] : [ofCwd]), ...sorted])].slice(0, MAX_SHADOWS)
}

/** Outer places first: what is mounted later would be covered by what comes after it. One that has no place to be mounted on is left out. */
function inOrder(root: string, shadows: readonly (readonly ShadowMount[])[]): ShadowMount[] {
  const roots = shadows.flatMap(([first]) => first?.to ?? [])
  const hasPlace = ([first]: readonly ShadowMount[]) =>
    first !== undefined &&
    (!isInside(root, first.to) || first.to.endsWith('/.git') || roots.some((other) => other !== first.to && isInside(other, first.to)))
  return shadows
    .filter(hasPlace)
    .flat()
    .filter(({ to }, index, all) => all.findIndex((other) => other.to === to) === index)
    .sort((one, other) => one.to.split('/').length - other.to.split('/').length)
}

const keyOf = (path: string): string | undefined => {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.dev}:${stats.ino}:${stats.size}:${stats.ctimeNs}`
}

const identify = (mounts: readonly ShadowMount[]): string =>
  mounts
    .filter(({ to }) => !/\/(?:index|packed-refs|sharedindex\.[0-9a-f]+)$/.test(to))
    .map(({ from }) => {
      const stats = lstatSync(from, { throwIfNoEntry: false })
      return stats ? `${stats.dev}:${stats.ino}` : '-'
    })
    .join()
