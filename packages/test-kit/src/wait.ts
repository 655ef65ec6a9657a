// Waiting for something that happens by itself in another process.

const STEP_MILLISECONDS = 20

/** How long a test waits for another process: a limit, not a measure, since a busy machine is slow. */
export const LIMIT_MILLISECONDS = 30_000

export const pause = (milliseconds: number): Promise<void> => new Promise((resume) => setTimeout(resume, milliseconds))

/** Asks again until there is an answer. What it throws in the end says what was waited for. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined> | T | undefined, seconds = 120): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  while (Date.now() < deadline) {
    const found = await look()
    if (found !== undefined && found !== false && found !== null) return found
    await pause(STEP_MILLISECONDS)
  }
  throw new Error(`waited ${seconds} s in vain for ${what}`)
}

/** Does it again while the server is away: a killed server answers nothing, or only half of it. */
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
