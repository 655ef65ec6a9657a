// Approvals as the page shows them, found as a person finds them.
import type { Frame, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { World } from '../world.ts'
import { PAGE_MILLISECONDS } from './chromium.ts'

/** In the approvals view, not in the panel beside the chat. */
export const cardOf = (page: Page | Frame, name: string | RegExp): Locator => page.getByRole('main').getByRole('article', { name })

export const buttonOf = (card: Locator | Page | Frame, name: string | RegExp): Locator =>
  card.getByRole('button', { name, exact: typeof name === 'string' })

/** Waits until an answer counts. */
export async function untilReady(button: Locator): Promise<void> {
  await expect.poll(() => button.getAttribute('aria-disabled'), { timeout: PAGE_MILLISECONDS }).toBe('false')
}

export const nothingWaits = (page: Page | Frame): Promise<void> => page.getByText('Nothing is waiting for you.').waitFor()

/** Answers what a test left pending, so that nothing waits. */
export async function rejectAll({ operator, projectId }: World): Promise<void> {
  for (const { id, kind } of await operator.pending()) {
    if (kind === 'approval') await operator.reject(id)
    else await operator.post(`/my/projects/${projectId}/questions/${id}/answer`, { action: 'dismissed' })
  }
}
