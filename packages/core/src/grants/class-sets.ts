// Which classes together cover a call, so that an offer of them covers the call that it stands on.
import { type CallClass, type CallPiece, keysOf } from '@countersign/tools'

/** More than a person reads before answering. */
const MAX_PARTS = 5

export type ClassSet = readonly CallClass[]

/** Each set covers the call: one class that all pieces have, or the narrowest class of each piece. */
export function classSets(pieces: readonly CallPiece[], canOffer: (one: CallClass) => boolean): readonly ClassSet[] {
  const asked = pieces.filter(({ risk }) => risk !== 'LOW')
  const usable = asked.map(({ classes, ...piece }) => ({ ...piece, classes: classes.filter(canOffer) }))
  const common = (usable[0]?.classes ?? []).filter(({ key }) => usable.every((piece) => keysOf(piece).includes(key)))
  const own = usable.map((piece) => piece.classes.find((one) => !common.includes(one)))
  const together = distinct(own.filter((one) => one !== undefined))
  const isWhole = own.every((one) => one !== undefined) && together.length > 1 && together.length <= MAX_PARTS
  const sets = [...common.map((one) => [one]), ...(isWhole ? [together] : [])]
  // What needs a warning is never what an answer without a choice would take.
  return sets.toSorted((one, two) => Number(one.some(hasWarning)) - Number(two.some(hasWarning)))
}

const hasWarning = ({ warning }: CallClass): boolean => warning !== undefined

const distinct = (classes: readonly CallClass[]): CallClass[] => [...new Map(classes.map((one) => [one.key, one])).values()]
