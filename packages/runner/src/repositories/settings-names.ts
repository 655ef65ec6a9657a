// What git's settings name in the workspace: folders of hooks, files of more settings, programs. Whoever changes these decides what
// git runs next, as much as with the settings themselves.
import { dirname, resolve } from 'node:path'
import { isInside } from '../disk/names.ts'
import { lookAt } from '../disk/read-plain.ts'

export interface EffectiveSetting {
  readonly key: string
  readonly value: string
  /** The file that says so, absolute; undefined where it is no file. */
  readonly origin: string | undefined
}

export interface SettingsPlace {
  /** The workspace. */
  readonly root: string
  /** Where git starts programs: the top of the work tree, or of a repository without one. */
  readonly top: string
  readonly home: string | undefined
}

/** Their values are no programs and no files. */
const NO_PROGRAMS =
  /^(?:user|author|committer|branch|color|column|extensions|gc(?!\.recentobjectshook)|pack|push|pull|fetch|rebase|rerere|status|log|advice|i18n|transfer|http|url|submodule\..*\.(?:url|active|branch)|remote\..*\.(?:url|pushurl|fetch|push|tagopt|prune|mirror)|core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|worktree|quotepath|commentchar|abbrev))(?:\.|$)/
const FILE_KEYS = /^(?:core\.hookspath|init\.templatedir|core\.attributesfile|core\.excludesfile|include\.path|includeif\..*\.path)$/
const MAX_WORDS = 32

/** Absolute paths inside the workspace, whether there is anything or not. */
export function namesInSettings(settings: readonly EffectiveSetting[], { root, top, home }: SettingsPlace): string[] {
  const found = settings.flatMap(({ key, value, origin }) => {
    const from = origin === undefined ? [] : [origin]
    if (FILE_KEYS.test(key)) return [...from, place(value, isInclude(key) && origin ? dirname(origin) : top, home)]
    return NO_PROGRAMS.test(key) ? from : [...from, ...filesIn(value, (word) => place(word, top, home))]
  })
  return [...new Set(found)].filter((path) => isInside(root, path) && path !== root)
}

const isInclude = (key: string): boolean => key.startsWith('include')

const place = (value: string, from: string, home: string | undefined): string =>
  resolve(from, value.startsWith('~/') && home !== undefined ? home + value.slice(1) : value)

const INTERPRETERS = /^(?:.*\/)?(?:ba|da|z)?sh$|^(?:.*\/)?(?:node|deno|bun|python[\d.]*|ruby|perl|php|env|npx|exec)$/

/**
 * Words of a line of shell that are files, or would be run if they were: the program itself by a path of its own, and what an
 * interpreter is given. A program's name without a slash is looked for on the PATH. What stands before a path may be known only
 * when the line runs (`$(git rev-parse --show-toplevel)/x.sh`), and the line may go into a folder first.
 */
function filesIn(value: string, placeOf: (word: string) => string): string[] {
  const words = value
    .split(/[\s'"`;|&()<>=$!]+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
  const before = (index: number): string => words.slice(0, index).findLast((word) => !word.startsWith('-')) ?? ''
  const isProgram = (word: string, index: number): boolean =>
    !word.startsWith('-') && (/^(?:\.{0,2}|~)\//.test(word) || (index === 0 ? word.includes('/') : INTERPRETERS.test(before(index))))
  const programs = words.filter(isProgram)
  const rests = programs.filter((word) => word.startsWith('/') && !lookAt(word)).map((word) => word.slice(1))
  return [...[...programs, ...rests].map(placeOf), ...existingFiles(words, placeOf)]
}

function existingFiles(words: readonly string[], placeOf: (word: string) => string): string[] {
  const paths = words.filter((word) => !word.startsWith('-')).flatMap((word) => [word, word.slice(word.indexOf('/') + 1)])
  const folders = paths.map(placeOf).filter((place) => lookAt(place)?.isDirectory())
  const places = paths.flatMap((path) => [placeOf(path), ...folders.map((folder) => resolve(folder, path))])
  return [...new Set(places)].filter((place) => lookAt(place)?.isFile())
}
