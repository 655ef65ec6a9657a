// What the open part of every card gets.
import type { Waiting } from '../../mirror/state/waiting.ts'

export interface BodyProps {
  readonly waiting: Waiting
  /** Letters answer this card. */
  readonly hasKeys: boolean
  /** Changes when the card moves on the screen. */
  readonly place: string
}
