// How long an answer took. The server counts in seconds: less than one is no figure.
import { formatDuration } from '../shared/time/format-duration.ts'

export const answerTime = (seconds: number, language: string): string =>
  seconds < 1 ? `< ${formatDuration(1_000, language)}` : formatDuration(seconds * 1_000, language)
