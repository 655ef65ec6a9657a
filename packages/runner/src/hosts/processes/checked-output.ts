// What a command prints that nobody approved is passed on only as long as everything it was not to see is still hidden from it:
// looked at before each part is passed on, and once more at its end.
import type { OutputChunk } from '../../programs/output-collector.ts'

export interface OutputCheck {
  readonly mayPass: () => boolean
  readonly pass: ((chunk: OutputChunk) => void) | undefined
}

export interface CheckedOutput {
  add(chunk: OutputChunk): void
  /** Whether the output may be used; no more will come. */
  end(): boolean
}

const WAIT_MILLISECONDS = 1_000
const MAX_WAITING_CHARACTERS = 256 * 1024

export function checkOutput({ mayPass, pass }: OutputCheck): CheckedOutput {
  let waiting: OutputChunk[] = []
  let characters = 0
  let timer: NodeJS.Timeout | undefined
  let isWithheld = false
  let problem: { readonly error: unknown } | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    isWithheld ||= !look()
    const chunks = waiting
    waiting = []
    characters = 0
    if (isWithheld) return
    for (const chunk of chunks) pass?.(chunk)
  }

  /** Where nobody can tell, nothing is passed on; why, is said at the end. */
  function look(): boolean {
    try {
      return mayPass()
    } catch (error) {
      problem ??= { error }
      return false
    }
  }

  return {
    add(chunk) {
      if (isWithheld || !pass) return
      waiting.push(chunk)
      characters += chunk.data.length
      if (characters >= MAX_WAITING_CHARACTERS) flush()
      else timer ??= setTimeout(flush, WAIT_MILLISECONDS).unref()
    },
    end() {
      flush()
      if (problem) throw problem.error
      return !isWithheld
    },
  }
}
