// Looks every hour whether the head of a log is due for its daily signature; soon after the start for the first time.
import type { Core } from '@countersign/core'
import { type Heads, signDueHeads } from '../audit/index.ts'
import { type Repeated, repeat } from './repeat.ts'

const LOOK_MILLISECONDS = 60 * 60 * 1000
const FIRST_MILLISECONDS = 10_000

export const startHeadSigning = ({ store, clock, onDefect }: Core, heads: Heads): Repeated =>
  repeat({
    work: () => signDueHeads({ store, heads, now: new Date(clock.now()) }),
    pauseMilliseconds: LOOK_MILLISECONDS,
    firstAfterMilliseconds: FIRST_MILLISECONDS,
    onError: (error) => onDefect(error, 'head signing'),
  })
