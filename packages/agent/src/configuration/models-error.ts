// A configuration of models that cannot be used: says where, and what to write.

export class ModelsError extends Error {
  override readonly name = 'ModelsError'
}
