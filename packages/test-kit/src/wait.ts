// Waits for something that happens in another process.

const STEP_MILLISECONDS = 20

/** How long a test waits for another process: a limit, not a measurement, because a busy machine is slow. */
export const LIMIT_MILLISECONDS = 30_000

export const pause = (milliseconds: number): Promise<void> => new Promise((resume) => setTimeout(resume, milliseconds))

/** Repeats the query until there is an answer. The final error says what was waited for. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined> | T | undefined, seconds = 120): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    const found = await look()
    if (found !== undefined && found !== false && found !== null) return found
    await pause(STEP_MILLISECONDS)
  }
  throw new Error(`waited ${seconds} s in vain for ${what}`)
}

/** Repeats the action while the server is away: a killed server answers nothing, or only half an answer. */
export async function persistently<T>(act: () => Promise<T>): Promise<T> {
  return eventually('an answer of the server', async () => {
    try {
      return await act()
    } catch (error) {
      if (error instanceof TypeError) return undefined
      throw error
    }
  })
}
