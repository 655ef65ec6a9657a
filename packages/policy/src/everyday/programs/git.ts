// git: reading runs unasked on a shadow repository, where no setting of the repository runs anything. What prints contents is LOW only where the
// repository is known to hold no secrets. Whatever writes the repository is asked, also where a layer would hold it.
import { sentence } from '@countersign/protocol'
import { readGit } from '../../command/analysers/git.ts'
import { GIT_COMMANDS } from '../../command/tables/index.ts'
import type { Effect } from '../../programs/program.ts'
import { printable } from '../../risk/index.ts'
import { joinFolder } from '../../script/folders.ts'
import type { Field } from '../../script/run.ts'
import { type Found, found, join, NOTHING, type ProgramCall, textsOf } from '../found.ts'
import { judgePath, locate } from '../places.ts'
import { foundEffect } from './effects.ts'
import { judgeReading, mayBeOption } from './readings.ts'

const READS = new Set(
  (
    'status log diff show blame annotate grep ls-files ls-tree rev-parse rev-list describe shortlog show-ref for-each-ref merge-base name-rev cherry ' +
    'cat-file diff-tree diff-index diff-files whatchanged count-objects check-ignore version show-branch range-diff'
  ).split(' '),
)
const PRINTS_CONTENT = new Set(
  'diff show blame annotate grep cat-file diff-tree diff-index diff-files whatchanged range-diff stash'.split(' '),
)
const ONLY_NAMES = /^--(?:stat|name-only|name-status|numstat|shortstat|summary|dirstat|quiet)(?:=|$)/
/** Their output is that of a diff, if they are asked for one. */
const DIFFS = new Set('log show whatchanged reflog stash diff diff-tree diff-index diff-files range-diff'.split(' '))
/** Short options stand together: `-wp` is `-w -p`. The letters that are left out first take the rest of the word as their value. */
const PATCH =
  /^(?:-(?![SnlMCBXO])[a-zA-Z]*[puUcmWLG].*|--(?:patch|unified|cc|dd|word-diff|color-words|full-diff|remerge-diff|diff-merges|binary|function-context|check|submodule).*)$/s
/** These run a program, write a file, or leave the repository. */
const NEVER_LOW =
  /^(?:--output(?:=|$)|--no-index|--ext-diff|--textconv|--show-signature|--open-files-in-pager|-O|--exec|--paginate|--filters|--batch.*|--contents|--ignore-revs-file|--web|--edit-description)|%G|%\(signature/
const NO_OPTIONAL_VALUE = /^(?:--list|-l|--contains|--no-contains|--merged|--no-merged|--points-at)(?:=|$)/
const BRANCH_LISTING =
  /^(?:-a|--all|-r|--remotes|-v|-vv|--verbose|-l|--list|--show-current|--contains|--no-contains|--merged|--no-merged|--points-at|-i|--ignore-case|-q|--quiet|-n\d*|--no-color|--color|--no-column|--column|(?:--(?:contains|no-contains|merged|no-merged|points-at|sort|format|color|column|abbrev)=.*)|--sort|--format)$/

export function judgeGit(outer: ProgramCall): Found {
  const { call, before } = enterFolders(outer)
  const texts = textsOf(call.args)
  const index = subCommandIndex(texts)
  const name = texts[index] ?? ''
  const rest = call.args.slice(index + 1)
  if (/^(?:--version|-v|version)$/.test(texts.join(' '))) return join(before, foundEffect('reads', 'git --version'))
  const reading = readGit(texts)
  const options = join(
    judgeReading({ ...reading, findings: reading.findings.filter(({ sentence: { form } }) => form !== 'command.about') }, call),
  )
  const isReading = isReadingForm(name, rest)
  const never = isReading ? judgeNeverLow(call.args) : NOTHING
  const effect = isReading ? 'reads' : effectOf(name, rest)
  return join(
    before,
    foundEffect(effect, `git ${name}`),
    options,
    never,
    isReading ? join(judgeContent(name, rest, call), judgeOwnSettings(call)) : NOTHING,
    isReading ? mayBeOption({ name: 'git' }, rest) : NOTHING,
  )
}

export const gitSubCommand = (args: readonly Field[]): string => {
  const texts = textsOf(args)
  return texts[subCommandIndex(texts)] ?? ''
}

/** `git -C DIR` is the same command in another folder; `--no-pager` changes nothing, since there is no pager. */
export function enterFolders(call: ProgramCall): { call: ProgramCall; before: Found } {
  let { folders, args } = call
  let before = NOTHING
  for (;;) {
    const [first, folder] = args
    if (first?.text === '--no-pager') args = args.slice(1)
    else if (first?.text === '-C' && folder) {
      before = join(before, judgePath(folder, 'list', folders, call.facts))
      folders = folders.map((one) => (folder.isOpen ? '?' : joinFolder(one, folder.text, call.facts.roots ?? [])))
      args = args.slice(2)
    } else return { call: { ...call, folders, args }, before }
  }
}

function subCommandIndex(texts: readonly string[]): number {
  const index = texts.findIndex(
    (text, place) => !text.startsWith('-') && !/^(?:-c|--git-dir|--work-tree|--namespace|--config-env)$/.test(texts[place - 1] ?? ''),
  )
  return index < 0 ? texts.length : index
}

function isReadingForm(name: string, rest: readonly Field[]): boolean {
  const texts = textsOf(rest)
  if (READS.has(name)) return name !== 'show-branch' || !texts.includes('--independent')
  if (name === 'branch' || name === 'tag') return isListing(name, texts)
  if (name === 'stash') return texts[0] === 'list' || texts[0] === 'show'
  if (name === 'worktree' || name === 'submodule-') return texts[0] === 'list'
  if (name === 'remote') return texts.length === 0
  if (name === 'reflog') return texts.length === 0 || texts[0] === 'show' || /^-/.test(texts[0] ?? '')
  return false
}

function isListing(name: string, texts: readonly string[]): boolean {
  const options = texts.filter((text) => text.startsWith('-'))
  if (!options.every((text) => BRANCH_LISTING.test(text))) return false
  const operands = texts.length - options.length
  return (
    operands === 0 ||
    options.some((text) => NO_OPTIONAL_VALUE.test(text)) ||
    (name === 'branch' && /^--(?:sort|format)$/.test(texts[0] ?? '') && operands === 1)
  )
}

function beforePaths(args: readonly Field[]): readonly Field[] {
  const end = args.findIndex(({ text }) => text === '--')
  return end < 0 ? args : args.slice(0, end)
}

function judgeNeverLow(args: readonly Field[]): Found {
  const odd = beforePaths(args).find(({ text }) => NEVER_LOW.test(text))
  return odd ? found('HIGH', sentence('everyday.git-option', { option: printable(odd.text) })) : NOTHING
}

function judgeContent(name: string, rest: readonly Field[], { facts }: ProgramCall): Found {
  if (facts.secretsInGit === 'none' || !printsContent(name, rest)) return NOTHING
  return found('MEDIUM', sentence('everyday.git-content', { command: printable(`git ${name}`) }))
}

function printsContent(name: string, rest: readonly Field[]): boolean {
  const texts = textsOf(rest)
  if (name === 'status') return texts.some((text) => /^-[a-z]*v|^--verbose/.test(text))
  if (DIFFS.has(name) && texts.some((text) => PATCH.test(text))) return true
  if (!PRINTS_CONTENT.has(name)) return false
  if (name === 'stash' && texts[0] === 'list') return false
  if (name === 'cat-file') return !/^-[tse]$/.test(texts[0] ?? '')
  return !texts.some((text) => ONLY_NAMES.test(text)) || (name === 'show' && beforePaths(rest).some(mayBeFile))
}

/** `git show` prints a file whole, whatever else it was asked for; a file has a name behind a colon, or the digits of its object. */
function mayBeFile({ text, isOpen }: Field): boolean {
  // A range is made of commits.
  if (text.startsWith('-') || (/\.\./.test(text) && !/[:{]/.test(text))) return isOpen
  const isBranch = /^[\w./-]*[g-zG-Z_./-][\w./-]*$/.test(text.replace(/(?:[~^]\d*)+$|@\{\d+\}$/, '')) && !/-g[0-9a-f]{4,}/.test(text)
  return isOpen || !(isBranch || text === '@')
}

/** A repository that a line made for itself in the temporary folder brings settings, and they name programs. */
function judgeOwnSettings({ folders, facts }: ProgramCall): Found {
  const kinds = folders.map((folder) => locate('.', folder, facts).kind)
  if (kinds.includes('temporary')) return found('HIGH', sentence('everyday.temporary-program', { command: 'git' }))
  return kinds.includes('unknown') ? found('MEDIUM', sentence('everyday.folder-later', { folder: '…' })) : NOTHING
}

/** Writes only files of the workspace. */
function effectOf(name: string, rest: readonly Field[]): Effect {
  const texts = textsOf(rest)
  const command = Object.hasOwn(GIT_COMMANDS, name) ? GIT_COMMANDS[name] : undefined
  if (name === 'apply') return effectOfApply(texts)
  if (name === 'clean') return 'deletes'
  if (name === 'archive' || name === 'bundle' || name === 'format-patch') return 'changes'
  if (name === 'remote' || name === 'help' || name === 'var')
    return /^(?:-v|--verbose|get-url|)$/.test(texts[0] ?? '') ? 'looks' : 'rewrites'
  // `git config NAME list` sets the value `list`.
  const isLook = /^(?:get|list)$/.test(texts[0] ?? '') || texts.some((text) => /^(?:--get.*|-l|--list)$/.test(text))
  if (name === 'config') return isLook ? 'looks' : 'rewrites'
  if (name === 'push') return 'sends'
  if (command?.network) return 'fetches'
  return command === undefined || command.risk === 'HIGH' ? 'rewrites' : 'records'
}

function effectOfApply(texts: readonly string[]): Effect {
  if (texts.some((text) => /^(?:--index|--cached|-3|--3way|--intent-to-add|-N)$/.test(text))) return 'records'
  const onlyLooks = texts.some((text) => /^--(?:check|stat|numstat|summary)$/.test(text)) && !texts.includes('--apply')
  return onlyLooks ? 'looks' : 'changes'
}
