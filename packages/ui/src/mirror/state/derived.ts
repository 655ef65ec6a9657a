// Memoises a value derived from one collection of the mirror. A changed collection is a new object, so the value is computed once for
// each: every view selects again at every event, and most events change few collections.

export function derived<From extends object, To>(derive: (from: From) => To): (from: From) => To {
  const known = new WeakMap<From, { readonly value: To }>()
  return (from) => {
    const found = known.get(from) ?? { value: derive(from) }
    known.set(from, found)
    return found.value
  }
}
