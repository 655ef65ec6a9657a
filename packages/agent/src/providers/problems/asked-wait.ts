// How long a provider asks to wait: in a header, as seconds or a date, or in the body, as Google does.
import type { ErrorFacts } from './error-facts.ts'

export function askedWait({ headers, text }: Pick<ErrorFacts, 'headers' | 'text'>, now = Date.now()): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'])
  if (milliseconds > 0) return milliseconds
  const after = headers['retry-after']
  if (after) return Number.isNaN(Number(after)) ? untilDate(after, now) : Number(after) * 1000
  const seconds = /"retryDelay":\s*"(?<seconds>\d+(?:[.]\d+)?)s"/.exec(text)?.groups?.seconds
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

function untilDate(text: string, now: number): number | undefined {
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
