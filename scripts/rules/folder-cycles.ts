// Finds folders whose files import each other in a cycle. A file directly in `src/` counts as a folder of its own: compose.ts and index.ts
// are above all folders, shared types below them.
import { dirname } from 'node:path'

export interface Module {
  readonly source: string
  readonly dependencies: readonly { readonly resolved: string }[]
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Every cycle of folders in a package, each described once. */
export function findFolderCycles(modules: readonly Module[], packageFolder: string, isLeftOut: (file: string) => boolean): string[] {
  const graph = createGraph(modules, `${packageFolder}/src/`, isLeftOut)
  const described = new Set<string>()
  const cycles: string[] = []
  for (const folder of graph.keys()) {
    if (described.has(folder)) continue
    const path = findPath(graph, folder, folder)
    if (!path) continue
    for (const step of path) described.add(step)
    cycles.push(`folders of ${packageFolder} in a circle: ${[folder, ...path].join(' → ')}`)
  }
  return cycles
}

function createGraph(modules: readonly Module[], root: string, isLeftOut: (file: string) => boolean): Graph {
  const isIn = (file: string) => file.startsWith(root) && !isLeftOut(file)
  const graph = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules.filter((module) => isIn(module.source))) {
    const from = folderOf(source, root)
    const targets = dependencies.filter(({ resolved }) => isIn(resolved)).map(({ resolved }) => folderOf(resolved, root))
    graph.set(from, new Set([...(graph.get(from) ?? []), ...targets.filter((to) => to !== from)]))
  }
  return graph
}

function folderOf(file: string, root: string): string {
  const path = file.slice(root.length)
  return path.includes('/') ? dirname(path) : path
}

/** The shortest path, without the folder that it starts from. */
function findPath(graph: Graph, from: string, to: string): string[] | undefined {
  const seen = new Set<string>()
  let paths = [[from]]
  while (paths.length > 0) {
    const longer = paths.flatMap((path) => [...(graph.get(path.at(-1) ?? '') ?? [])].map((next) => [...path, next]))
    const found = longer.find((path) => path.at(-1) === to)
    if (found) return found.slice(1)
    paths = longer.filter((path) => isNew(seen, path.at(-1) ?? ''))
  }
  return undefined
}

function isNew(seen: Set<string>, folder: string): boolean {
  if (seen.has(folder)) return false
  seen.add(folder)
  return true
}
