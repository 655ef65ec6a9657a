// A text on one line of limited length, for lists, titles and log lines. Its beginning and end are kept, because length is often used to
// push what matters out of sight. The whole text is shown elsewhere.
import { makeVisible } from '@countersign/protocol'

const UNIT = /⟨U\+[0-9A-F]{4,6}⟩|./gsu

export function oneLine(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) {
    const whole = makeVisible(text)
    if (whole.length <= maxCharacters) return whole
  }
  const note = ` … ${text.length} characters … `
  const room = maxCharacters - note.length
  if (room < 2) return takeUnits(unitsOf(text.slice(0, maxCharacters)), maxCharacters - 1).join('') + (maxCharacters > 0 ? '…' : '')
  const tailRoom = Math.floor(room / 3)
  const head = takeUnits(unitsOf(headOf(text, room)), room - tailRoom)
  const tail = takeUnits(unitsOf(tailOf(text, room)).reverse(), tailRoom).reverse()
  return head.join('') + note + tail.join('')
}

/** An escape is one unit: half of one would mean something else. */
const unitsOf = (text: string): string[] => makeVisible(text).match(UNIT) ?? []

function takeUnits(units: readonly string[], room: number): string[] {
  let used = 0
  const taken: string[] = []
  for (const unit of units) {
    used += unit.length
    if (used > room) break
    taken.push(unit)
  }
  return taken
}

/** Neither end may split a surrogate pair: the half would be shown as a character that is not there. */
const headOf = (text: string, length: number): string => text.slice(0, isSecondHalf(text, length) ? length - 1 : length)

function tailOf(text: string, length: number): string {
  const start = Math.max(0, text.length - length)
  return text.slice(isSecondHalf(text, start) ? start + 1 : start)
}

const isSecondHalf = (text: string, index: number): boolean =>
  /^[\udc00-\udfff]/.test(text.slice(index, index + 1)) && /[\ud800-\udbff]$/.test(text.slice(0, index).slice(-1))
