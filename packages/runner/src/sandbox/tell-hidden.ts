// What an agent is told of folders that are hidden for another reason than their names.
import { printable } from '@countersign/policy'
import { Failure } from '@countersign/protocol'
import { shownName } from '../hosts/files/byte-names.ts'
import { isInside, nameIn } from '../hosts/files/place.ts'
import type { HiddenFiles } from './hidden-files.ts'

const MAX_NAMES = 5

export function tellHidden({ crowded, folders }: HiddenFiles): string {
  const names = [...crowded, ...folders.filter((name) => name.endsWith('/.git'))].map((name) => printable(shownName(name)))
  if (names.length === 0) return ''
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return `[countersign] Commands see no content of ${names.slice(0, MAX_NAMES).join(', ')}${more}: too many sensitive files or repositories to hide one by one.\n`
}

/** No command starts in a folder that it is not shown. */
export function checkShown({ folders, crowded, closed }: HiddenFiles, root: string, cwd: string | undefined): void {
  const hiding = cwd && [...folders, ...crowded, ...closed].find((name) => isInside(`${root}/${name}`, cwd))
  if (!hiding) return
  throw new Failure('SENSITIVE_FILE', {
    subject: `${printable(nameIn(root, cwd))} (commands are not shown what lies in ${printable(shownName(hiding))})`,
  })
}
