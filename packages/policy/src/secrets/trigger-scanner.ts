// Finds every occurrence of many short literals in one pass (Aho-Corasick, ASCII case folded). Its cost depends only on the length of the
// text, never on what an attacker wrote into it, so it may run over every text of every call.

export type OnHit = (trigger: number, start: number) => void

interface Trie {
  readonly children: Map<number, number>[]
  readonly outputs: number[][]
}

export function createTriggerScanner(triggers: readonly string[]): (text: string, onHit: OnHit) => void {
  const { classOf, width } = classifyCharacters(triggers)
  const trie = buildTrie(triggers, classOf)
  const next = connectStates(trie, width)
  const rows = packRows(next, trie, width)
  return (text, onHit) => {
    let row = 0
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      row = rows[row + (code < 128 ? (classOf[code] as number) : 0)] as number
      if (row >= 0) continue
      row = ~row
      for (const id of trie.outputs[row / width] as number[]) onHit(id, index - (triggers[id] as string).length + 1)
    }
  }
}

/** A state is stored as the offset of its row, so that the loop need not multiply; complemented if a trigger ends there. */
function packRows(next: Uint16Array, trie: Trie, width: number): Int32Array {
  return Int32Array.from(next, (state) => ((trie.outputs[state] as number[]).length > 0 ? ~(state * width) : state * width))
}

/** Characters that occur in no trigger share class 0, which keeps the table small enough for the processor's cache. */
function classifyCharacters(triggers: readonly string[]): { classOf: Uint8Array; width: number } {
  const classOf = new Uint8Array(128)
  let width = 1
  for (const character of new Set(triggers.join('').toLowerCase())) {
    const code = character.charCodeAt(0)
    if (code >= 128) throw new RangeError(`a trigger must be ASCII: ${character}`)
    classOf[code] = width
    classOf[character.toUpperCase().charCodeAt(0)] = width
    width += 1
  }
  return { classOf, width }
}

function buildTrie(triggers: readonly string[], classOf: Uint8Array): Trie {
  const trie: Trie = { children: [new Map()], outputs: [[]] }
  triggers.forEach((trigger, id) => {
    let state = 0
    for (let index = 0; index < trigger.length; index++) state = childOf(trie, state, classOf[trigger.charCodeAt(index)] as number)
    trie.outputs[state]?.push(id)
  })
  return trie
}

function childOf(trie: Trie, state: number, characterClass: number): number {
  const children = trie.children[state] as Map<number, number>
  const known = children.get(characterClass)
  if (known !== undefined) return known
  const created = trie.children.push(new Map()) - 1
  trie.outputs.push([])
  children.set(characterClass, created)
  return created
}

/** Breadth first: a state's fallback is shallower, so its row and outputs are complete when they are copied. */
function connectStates(trie: Trie, width: number): Uint16Array {
  const next = new Uint16Array(trie.children.length * width)
  const fallback = new Uint16Array(trie.children.length)
  const queue = [0]
  for (const state of queue) {
    const inherited = fallback[state] as number
    if (state !== 0) next.copyWithin(state * width, inherited * width, (inherited + 1) * width)
    for (const [characterClass, child] of trie.children[state] as Map<number, number>) {
      fallback[child] = next[state * width + characterClass] as number
      next[state * width + characterClass] = child
      queue.push(child)
    }
    if (state !== 0) trie.outputs[state]?.push(...(trie.outputs[inherited] as number[]))
  }
  return next
}
