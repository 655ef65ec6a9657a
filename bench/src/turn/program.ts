// One program that runs whole turns with the instant model.
import type { Kind, PlannedCall } from './kinds.ts'

export interface TurnProgram extends AsyncDisposable {
  readonly name: string
  readonly workspace: string
  call(kind: Kind, turn: string): PlannedCall
  /** Sends the message and waits for the end of the turn, which must be a success. */
  play(): Promise<void>
  /** Calls that are on record as completed; undefined if there is no such record. */
  countCompleted(): Promise<number | undefined>
}
