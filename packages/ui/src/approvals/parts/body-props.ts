// The props of every card body.
import type { Waiting } from '../../mirror/state/waiting.ts'

export interface BodyProps {
  readonly waiting: Waiting
  /** Letter keys answer this card. */
  readonly hasKeys: boolean
  /** Changes when the card moves on the screen. */
  readonly place: string
}
