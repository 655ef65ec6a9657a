// The configuration of models cannot be used. The message says where the mistake is and how to correct it.

export class ModelsError extends Error {
  override readonly name = 'ModelsError'
}
