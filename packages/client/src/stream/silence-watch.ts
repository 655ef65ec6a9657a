// Notices a connection that died without a word: no byte arrives, no error either. The server sends a comment
// each 15 seconds, so a longer silence means that nobody is there. Only the time spent waiting for bytes counts.

export interface SilenceWatch {
  waiting(): void
  received(): void
  stop(): void
}

export function watchSilence(limitMilliseconds: number, onSilence: () => void): SilenceWatch {
  let waitingSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = (milliseconds: number) => {
    timer = setTimeout(check, milliseconds)
  }
  const check = () => {
    const silentFor = waitingSince === undefined ? 0 : Date.now() - waitingSince
    if (silentFor >= limitMilliseconds) onSilence()
    else arm(limitMilliseconds - silentFor)
  }
  arm(limitMilliseconds)
  return {
    waiting() {
      waitingSince = Date.now()
    },
    received() {
      waitingSince = undefined
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
