// How long something took, in the largest units that say enough: 340 ms, 2.5 s, 3 min 20 s, 2 h 5 min.

export function formatDuration(milliseconds: number, language: string): string {
  const seconds = milliseconds / 1000
  if (seconds < 1) return unit(Math.round(milliseconds), 'millisecond', language)
  if (seconds < 60) return unit(Math.round(seconds * 10) / 10, 'second', language)
  const whole = Math.round(seconds)
  if (whole < 3600) return joined([Math.floor(whole / 60), 'minute'], [whole % 60, 'second'], language)
  return joined([Math.floor(whole / 3600), 'hour'], [Math.floor((whole % 3600) / 60), 'minute'], language)
}

type Part = readonly [count: number, name: string]

const joined = (large: Part, small: Part, language: string): string =>
  [large, small]
    .filter(([count]) => count > 0)
    .map(([count, name]) => unit(count, name, language))
    .join(' ')

/** Creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>()

function unit(count: number, name: string, language: string): string {
  const key = `${language} ${name}`
  const known = formats.get(key)
  const format = known ?? new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: 1 })
  if (!known) formats.set(key, format)
  return format.format(count)
}
