// The settings that git obeys: our own, and from the repository's file only those of a short list that can neither run a program
// nor lead elsewhere. What is not in the list does not exist for git, whatever a later version makes of it.
import { Failure } from '@countersign/protocol'

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

export function settingsFile(theirs: readonly Setting[] = []): string {
  const format = theirs.findLast(({ key }) => key === 'core.repositoryformatversion')?.value ?? '0'
  if (format !== '0' && format !== '1')
    throw new Failure('GIT_ERROR', { subject: `the repository has the unknown format ${format.slice(0, 20)}` })
  if (theirs.some(({ key, value }) => key === 'extensions.refstorage' && value !== 'files'))
    throw new Failure('GIT_ERROR', { subject: 'the branches of this repository are kept in a form that git tools do not read' })
  const taken = theirs.filter(isTaken)
  const version = taken.some(({ key }) => key === 'extensions.objectformat') ? '1' : '0'
  const own = Object.entries(OWN).map(([key, value]) => ({ key, value }))
  return [{ key: 'core.repositoryformatversion', value: version }, ...taken, ...own].map(writeSetting).join('')
}

function isTaken({ key, value }: Setting): boolean {
  if (Object.hasOwn(TAKEN, key)) return TAKEN[key]?.test(value) ?? false
  const { section, name, last } = partsOf(key)
  const pattern = `${section}.${last}`
  return (
    name !== undefined && !/\p{C}/u.test(name) && Object.hasOwn(TAKEN_OF_EACH, pattern) && (TAKEN_OF_EACH[pattern]?.test(value) ?? false)
  )
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
