// What this folder needs from a shell grammar. A syntax node of web-tree-sitter with tree-sitter-bash fits without an adapter. The caller
// passes the parser in, so that this package loads nothing.

export interface ShellNode {
  readonly type: string
  readonly text: string
  /** Offsets in UTF-16 code units, as in a JavaScript string. */
  readonly startIndex: number
  readonly endIndex: number
  readonly hasError: boolean
  readonly isError: boolean
  readonly isMissing: boolean
  readonly isNamed: boolean
  readonly children: readonly (ShellNode | null)[]
}

/** Returns the root of the tree, or nothing if the line could not be parsed at all. */
export type ParseShellLine = (line: string) => ShellNode | null | undefined

/** `children` without the null entries that the types of the grammar allow. */
export const childrenOf = (node: ShellNode): ShellNode[] => node.children.filter((child): child is ShellNode => child !== null)
