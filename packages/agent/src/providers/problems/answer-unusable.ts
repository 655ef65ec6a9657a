// An answer that came without an error and is none.

export type Flaw = 'cut' | 'empty' | 'filtered' | 'no-room'

export class AnswerUnusable extends Error {
  override readonly name = 'AnswerUnusable'
  readonly flaw: Flaw

  constructor(flaw: Flaw) {
    super(`the answer of the model is ${flaw}`)
    this.flaw = flaw
  }
}
