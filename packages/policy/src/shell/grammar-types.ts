// What this folder needs of a shell grammar. A syntax node of web-tree-sitter with tree-sitter-bash fits as it is; whoever judges
// hands the parser in, so that this package loads nothing.

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

/** Gives the root of the tree, or nothing where the line could not be read at all. */
export type ParseShellLine = (line: string) => ShellNode | null | undefined

/** `children` without the holes that the types of the grammar allow. */
export const childrenOf = (node: ShellNode): ShellNode[] => node.children.filter((child): child is ShellNode => child !== null)
