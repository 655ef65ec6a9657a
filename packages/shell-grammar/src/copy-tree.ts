// A tree of plain values, so that the memory of the parser can be freed before anybody looks at it.
import type { ShellNode } from '@countersign/policy'
import type { Node } from 'web-tree-sitter'

export function copyTree(node: Node, line: string): ShellNode {
  const { type, startIndex, endIndex, hasError, isError, isMissing, isNamed } = node
  const children = node.children.map((child) => copyTree(child, line))
  return { type, text: line.slice(startIndex, endIndex), startIndex, endIndex, hasError, isError, isMissing, isNamed, children }
}
