// find (GNU findutils 4.9): the words of its expression and the arguments of each.
import type { PlainFormName } from '@countersign/protocol'

export interface Predicate {
  /** The arguments that follow: free text, a time text, a path that is inspected, or a path that is written. */
  readonly takes?: readonly ('text' | 'time' | 'path' | 'output')[]
  readonly risk?: 'MEDIUM' | 'HIGH'
  readonly reason?: PlainFormName
  /** Runs a command that ends at `;` or `+`. */
  readonly runs?: boolean
}

const rows = (names: string, predicate: Predicate): Record<string, Predicate> =>
  Object.fromEntries(names.split(' ').map((name) => [name, predicate]))

const FOLLOWS_LINKS = 'option.follows-links'

export const FIND_PREDICATES: Readonly<Record<string, Predicate>> = {
  ...rows('( ) ! , -a -and -o -or -not -true -false -empty -executable -readable -writable -nouser -nogroup', {}),
  ...rows('-depth -d -daystart -mount -xdev -noleaf -warn -nowarn -ignore_readdir_race -noignore_readdir_race', {}),
  ...rows('-print -print0 -prune -quit -ls -help --help -version --version', {}),
  ...rows('-amin -atime -cmin -ctime -mmin -mtime -used -gid -group -uid -user -inum -links -perm -size -type -xtype', { takes: ['text'] }),
  ...rows('-name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype -maxdepth -mindepth', {
    takes: ['text'],
  }),
  '-printf': { takes: ['text'] },
  ...rows('-newer -anewer -cnewer -samefile', { takes: ['path'] }),
  '-fstype': { takes: ['text'], risk: 'MEDIUM', reason: 'option.reads-mounts' },
  '-context': { takes: ['text'], risk: 'MEDIUM', reason: 'option.reads-labels' },
  '-follow': { risk: 'HIGH', reason: FOLLOWS_LINKS },
  '-files0-from': { takes: ['path'], risk: 'HIGH', reason: 'option.unjudged-names' },
  '-delete': { risk: 'HIGH', reason: 'option.deletes-found' },
  ...rows('-fprint -fprint0 -fls', { takes: ['output'], risk: 'HIGH', reason: 'option.writes-file' }),
  '-fprintf': { takes: ['output', 'text'], risk: 'HIGH', reason: 'option.writes-file' },
  ...rows('-exec -execdir -ok -okdir', { runs: true, risk: 'HIGH', reason: 'option.runs-command-on-found' }),
}

/** What may come before the starting points. */
export const FIND_LEADING: Readonly<Record<string, Predicate>> = {
  ...rows('-H -P -O0 -O1 -O2 -O3', {}),
  '-L': { risk: 'HIGH', reason: FOLLOWS_LINKS },
  '-D': { takes: ['text'], risk: 'MEDIUM', reason: 'option.prints-workings-of-find' },
}

/** `-newerXY`: compares a time of the file with a time of a reference file, or with a time text (`t`). */
export const FIND_NEWER = /^-newer[aBcm]([aBcmt])$/
