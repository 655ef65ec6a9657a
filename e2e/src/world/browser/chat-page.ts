// The chat of the page, as a person uses it: by role and name.
import type { Frame, Locator, Page } from 'playwright-core'

export interface ChatPage {
  readonly message: Locator
  readonly log: Locator
  /** What the agent said. */
  readonly answers: Locator
  /** Cards, in the order of the page. */
  readonly cards: Locator
  card(name: string | RegExp): Locator
  say(text: string): Promise<void>
  /** Opens a card and waits for what is inside. */
  open(name: string | RegExp): Promise<Locator>
}

/** Of the page, or of a webview that shows it. */
export function chatOf(page: Page | Frame): ChatPage {
  const message = page.getByRole('textbox', { name: 'Message to the agent' })
  const log = page.getByRole('log', { name: 'Conversation' })
  const card = (name: string | RegExp) => log.getByRole('group', { name })
  return {
    message,
    log,
    card,
    answers: log.getByRole('article', { name: 'Agent' }),
    cards: log.getByRole('group'),
    say: async (text) => {
      await message.fill(text)
      await message.press('Enter')
    },
    open: async (name) => {
      await card(name).getByRole('button', { expanded: false }).click()
      const parameters = card(name).getByRole('region', { name: 'Parameters' })
      await parameters.waitFor()
      return card(name)
    },
  }
}

/** A promise that the test fulfils. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
