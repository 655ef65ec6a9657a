// What would run, if one line shows all of it: then it can be approved from a notification. A change of files never fits: its lines must be
// seen first.
import { hasOddCharacters } from '@countersign/protocol'
import { showsAll, type Waiting } from '@countersign/ui/following'
import { withoutLinks } from '../words/without-links.ts'

const MAX_CHARACTERS = 120
/** Words that need no quotes; others are shown as they are written in JSON, so that their borders are visible. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/

export function oneLineOf(waiting: Waiting): string | undefined {
  const { kind, risk_level, preview } = waiting
  if (kind !== 'approval' || risk_level === 'HIGH' || !showsAll(waiting)) return undefined
  if (preview?.kind !== 'shell' && preview?.kind !== 'command') return undefined
  // Where it runs and that it may use the network would have to be shown too.
  if (preview.network || preview.cwd !== '.') return undefined
  const line = preview.kind === 'shell' ? preview.line : [preview.command, ...preview.args].map(quoted).join(' ')
  return line.length <= MAX_CHARACTERS && isShownAsItIs(line) ? line : undefined
}

/** A notification joins blanks, and takes `[words](address)` for a link of which it shows only the words. */
const isShownAsItIs = (line: string): boolean => !hasOddCharacters(line) && !/ {2}|^ | $/.test(line) && withoutLinks(line) === line

const quoted = (word: string): string => (PLAIN_WORD.test(word) ? word : JSON.stringify(word))
