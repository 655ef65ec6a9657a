// Expires everything that is past its deadline, about twice a second.
import type { Engine } from '@countersign/core'
import { type Repeated, repeat } from './repeat.ts'

const SWEEP_MILLISECONDS = 500

export const startSweeper = (engine: Engine): Repeated =>
  repeat({ work: () => engine.sweep(), pauseMilliseconds: SWEEP_MILLISECONDS, onError: (error) => engine.onDefect(error, 'sweep') })
