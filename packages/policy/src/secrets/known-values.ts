// Hides values that are known to be secret, such as those of the environment, wherever they appear and as JSON or a link would write them.

/** Shorter values occur by chance in ordinary text. */
const MIN_VALUE_CHARACTERS = 8

/** What stands in place of a secret. */
export type Hide = (secret: string) => string

export function createValueMasker(values: Iterable<string>): (text: string, hide: Hide) => string {
  const spellings = new Set(
    [...values]
      .flatMap((value) => [value, value.trim()])
      .filter(isLongEnough)
      .flatMap(spellingsOf),
  )
  // The longest first: one secret may begin with another.
  const ordered = [...spellings].filter(isLongEnough).sort((one, other) => other.length - one.length)
  return (text, hide) => ordered.reduce((rest, value) => (rest.includes(value) ? rest.replaceAll(value, () => hide(value)) : rest), text)
}

const isLongEnough = (value: string): boolean => value.length >= MIN_VALUE_CHARACTERS

function spellingsOf(value: string): string[] {
  const lines = value.includes('\n') ? value.split(/\r?\n/).filter((line) => line.length >= 2 * MIN_VALUE_CHARACTERS) : []
  return [value, JSON.stringify(value).slice(1, -1), encodeForLink(value), ...lines]
}

function encodeForLink(value: string): string {
  return value.isWellFormed() ? encodeURIComponent(value) : value
}
