// What follows from one collection of the mirror. A collection that has changed is another object, so it is worked out once for each:
// every view asks again at every event, and most events leave most collections as they were.

export function derived<From extends object, To>(derive: (from: From) => To): (from: From) => To {
  const known = new WeakMap<From, { readonly value: To }>()
  return (from) => {
    const found = known.get(from) ?? { value: derive(from) }
    known.set(from, found)
    return found.value
  }
}
