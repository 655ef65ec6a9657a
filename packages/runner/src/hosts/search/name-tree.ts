// A list of files as folders with names in them, so that a walk can go to just these.
import type { Child } from '../../disk/walk/walk-tree.ts'

interface Node {
  readonly name: string
  readonly below: Map<string, Node>
}

/** `files` are relative to `start`. */
export function childrenIn(files: readonly string[], start: string): (path: string) => readonly Child[] {
  const top: Node = { name: '', below: new Map() }
  for (const file of files) {
    let node = top
    for (const name of file.split('/')) {
      let next = node.below.get(name)
      if (!next) {
        next = { name, below: new Map() }
        node.below.set(name, next)
      }
      node = next
    }
  }
  return (path) => {
    const names = path.split('/').slice(start === '.' ? 0 : start.split('/').length)
    const node = names.filter(Boolean).reduce<Node | undefined>((above, name) => above?.below.get(name), top)
    return [...(node?.below.values() ?? [])].map(childOf).sort((one, other) => (one.name < other.name ? -1 : 1))
  }
}

const childOf = ({ name, below }: Node): Child => ({
  name,
  isFile: () => below.size === 0,
  isDirectory: () => below.size > 0,
  isSymbolicLink: () => false,
})
