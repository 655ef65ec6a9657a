// An answer that arrived without an error but cannot be used.

export type Flaw = 'cut' | 'empty' | 'filtered' | 'no-room'

export class AnswerUnusable extends Error {
  override readonly name = 'AnswerUnusable'
  readonly flaw: Flaw

  constructor(flaw: Flaw) {
    super(`the answer of the model is ${flaw}`)
    this.flaw = flaw
  }
}
