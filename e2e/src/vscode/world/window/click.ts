// Clicks on what VS Code draws anew whenever it likes: lenses, rows, buttons of a notification or a title. A click in that moment is lost, so
// it is repeated, as a person would, until its effect can be seen. Only for what does nothing more the second time.
import { errors, type Locator } from 'playwright-core'

/** Longer than VS Code takes to show an effect on a busy machine. */
const TRY_MILLISECONDS = 15_000
const TRIES = 8

/** Takes no longer than the given time, in milliseconds. */
export type Step = (timeout: number) => Promise<unknown>

/** `effect` waits for what `act` leads to. */
export async function retry(act: Step, effect: Step): Promise<void> {
  for (let left = TRIES; left > 0; left--) {
    // What cannot be done any more may be gone because the last try counted.
    await inTime(act)
    if (await inTime(effect)) return
  }
  await effect(TRY_MILLISECONDS)
}

/** False where the time was not enough. */
async function inTime(step: Step): Promise<boolean> {
  try {
    await step(TRY_MILLISECONDS)
    return true
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false
    throw error
  }
}

export async function clickUntil(target: Locator, effect: Step): Promise<void> {
  await target.waitFor()
  await retry((timeout) => target.click({ timeout }), effect)
}

export const clickUntilSeen = (target: Locator, seen: Locator): Promise<void> => clickUntil(target, (timeout) => seen.waitFor({ timeout }))

export const clickUntilGone = (target: Locator, gone: Locator = target): Promise<void> =>
  clickUntil(target, (timeout) => gone.waitFor({ state: 'hidden', timeout }))
