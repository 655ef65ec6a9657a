// Looks at the folder of a session while a command may fill it. A limit that is looked at now and then can be passed for a moment; what was
// written beyond it is removed with the rest when the command has been ended.
import { measureScratch, type ScratchLimits } from './measure-scratch.ts'

const PAUSE_MILLISECONDS = 500
/** Looking must not take the machine: the pause is at least this many times as long as the look. */
const PAUSES_PER_LOOK = 20

export interface ScratchWatch extends Disposable {
  /** Aborted when more lies there than may. */
  readonly full: AbortSignal
  isFull(): boolean
}

interface Watched {
  readonly folder: string
  readonly limits: ScratchLimits
  /** In milliseconds since anything; measures how long a look takes. */
  readonly clock: () => number
  readonly onFull: () => void
}

export function watchScratch({ folder, limits, clock, onFull }: Watched): ScratchWatch {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  /** Asked at the end too: a short command may have filled it before anybody looked. */
  const isFull = (): boolean => {
    if (!controller.signal.aborted && measureScratch(folder, limits).isTooMuch) {
      onFull()
      controller.abort('the folder of the session is full')
    }
    return controller.signal.aborted
  }
  const look = (): void => {
    const begun = clock()
    if (!isFull()) timer = setTimeout(look, Math.max(PAUSE_MILLISECONDS, PAUSES_PER_LOOK * (clock() - begun))).unref()
  }
  timer = setTimeout(look, PAUSE_MILLISECONDS).unref()
  return {
    full: controller.signal,
    isFull,
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
