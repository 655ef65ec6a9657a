// A server that must not start as it was asked to. The sentence is for the operator.
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
