// The same few ids and times are stored again and again while a call runs: what they become is kept for the latest ones.

export function rememberLatest<Key, Value>(limit: number, make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= limit) known.clear()
    const value = make(key)
    known.set(key, value)
    return value
  }
}
