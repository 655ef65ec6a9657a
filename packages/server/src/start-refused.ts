// Thrown if a server must not start with the given options. The message is for the operator.
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
