// The settings that git obeys: our own, and from the repository's file only those of a short list that can neither run a program
// nor lead elsewhere. What is not in the list does not exist for git, whatever a later version makes of it.
import { Failure, sentence } from '@countersign/protocol'

const TRUTH = /^(true|false|yes|no|on|off|1|0)$/i

const TAKEN: Readonly<Record<string, RegExp>> = {
  'core.filemode': TRUTH,
  'core.ignorecase': TRUTH,
  'core.symlinks': TRUTH,
  'core.precomposeunicode': TRUTH,
  'core.trustctime': TRUTH,
  'core.sparsecheckout': TRUTH,
  'core.sparsecheckoutcone': TRUTH,
  'core.autocrlf': /^(true|false|input)$/i,
  'core.eol': /^(lf|crlf|native)$/i,
  'core.checkstat': /^(default|minimal)$/i,
  'extensions.objectformat': /^(sha1|sha256)$/i,
}

/** With a name between: where a branch comes from, to tell how far it is ahead and behind. */
const TAKEN_OF_EACH: Readonly<Record<string, RegExp>> = {
  'branch.remote': /^[^-\p{C}][^\p{C}]*$/u,
  'branch.merge': /^refs\/heads\/[^\p{C}]+$/u,
  'remote.fetch': /^\+?refs\/[^\p{C}:]+:refs\/remotes\/[^\p{C}:]+$/u,
}

/** In a new repository: what `git init`, `clone`, `submodule` and `worktree` write besides, none of which names a program. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  'core.repositoryformatversion': /^[01]$/,
  'core.bare': TRUTH,
  'core.logallrefupdates': /^(true|false|always)$/i,
  'core.worktree': /^(?:\.\.\/)+[^\p{C}]+$/u,
  'extensions.worktreeconfig': TRUTH,
  'extensions.refstorage': /^files$/i,
  'user.name': /^[^\p{C}]*$/u,
  'user.email': /^[^\p{C}]*$/u,
}

const HARMLESS_OF_EACH: Readonly<Record<string, RegExp>> = {
  // Neither an option nor a helper (`ext::sh`).
  'remote.url': /^(?![-])(?!\w+::)[^\p{C}]+$/u,
  'remote.tagopt': /^--(no-)?tags$/,
  'remote.mirror': TRUTH,
  'submodule.url': /^(?![-])(?!\w+::)[^\p{C}]+$/u,
  'submodule.active': TRUTH,
  'submodule.branch': /^[^-\p{C}][^\p{C}]*$/u,
}

const OWN = {
  'core.hooksPath': '/dev/null',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'core.fsmonitor': 'false',
  'core.untrackedCache': 'false',
  'core.logAllRefUpdates': 'true',
  'core.quotePath': 'false',
  'user.useConfigOnly': 'true',
  'commit.gpgSign': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'protocol.allow': 'never',
  'submodule.recurse': 'false',
}

export interface Setting {
  readonly key: string
  readonly value: string
}

/** What `git config --list -z` printed: `key\nvalue`, or the key alone for true. */
export const parseSettings = (printed: string): Setting[] =>
  printed
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const end = line.indexOf('\n')
      return end < 0 ? { key: line, value: 'true' } : { key: line.slice(0, end), value: line.slice(end + 1) }
    })

/** What git obeys where only people and agents read what it prints: as plain git, where that runs nothing. */
const OWN_FOR_READING = {
  ...Object.fromEntries(Object.entries(OWN).filter(([key]) => key !== 'core.quotePath' && key !== 'user.useConfigOnly')),
  'core.pager': 'cat',
  'core.bare': 'false',
  // Else git would start a git of its own in each submodule.
  'diff.ignoreSubmodules': 'dirty',
}

export interface SettingsChoice {
  readonly own: Readonly<Record<string, string>>
  /** Besides the short list. */
  readonly isTakenToo?: (setting: Setting) => boolean
}

export const FOR_READING = { own: OWN_FOR_READING }

export function settingsFile(
  theirs: readonly Setting[] = [],
  { own: ours, isTakenToo = () => false }: SettingsChoice = { own: OWN },
): string {
  const format = theirs.findLast(({ key }) => key === 'core.repositoryformatversion')?.value ?? '0'
  if (format !== '0' && format !== '1')
    throw new Failure('GIT_ERROR', { subject: sentence('repository.unknown-format', { format: format.slice(0, 20) }) })
  if (theirs.some(({ key, value }) => key === 'extensions.refstorage' && value !== 'files'))
    throw new Failure('GIT_ERROR', { subject: sentence('repository.branches-unreadable') })
  const taken = theirs.filter((setting) => isTaken(setting) || isTakenToo(setting))
  const version = taken.some(({ key }) => key === 'extensions.objectformat') ? '1' : '0'
  const own = Object.entries(ours).map(([key, value]) => ({ key, value }))
  return [{ key: 'core.repositoryformatversion', value: version }, ...taken, ...own].map(writeSetting).join('')
}

const isTaken = (setting: Setting): boolean => isListed(setting, TAKEN, TAKEN_OF_EACH)

/** Whether git may obey it in a repository that a command has made: it can neither run a program nor lead elsewhere. */
export const isSafeSetting = (setting: Setting): boolean => isTaken(setting) || isListed(setting, HARMLESS, HARMLESS_OF_EACH)

export type SettingList = Readonly<Record<string, RegExp>>

export function isListed({ key, value }: Setting, list: SettingList, ofEach: SettingList): boolean {
  if (Object.hasOwn(list, key)) return list[key]?.test(value) ?? false
  const { section, name, last } = partsOf(key)
  const pattern = `${section}.${last}`
  return name !== undefined && !/\p{C}/u.test(name) && Object.hasOwn(ofEach, pattern) && (ofEach[pattern]?.test(value) ?? false)
}

function partsOf(key: string): { section: string; name: string | undefined; last: string } {
  const [first, end] = [key.indexOf('.'), key.lastIndexOf('.')]
  return { section: key.slice(0, first), name: first === end ? undefined : key.slice(first + 1, end), last: key.slice(end + 1) }
}

function writeSetting({ key, value }: Setting): string {
  const { section, name, last } = partsOf(key)
  return `[${section}${name === undefined ? '' : ` ${quote(name)}`}]\n\t${last} = ${quote(value)}\n`
}

const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
