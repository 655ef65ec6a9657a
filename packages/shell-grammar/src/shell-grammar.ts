// The real grammar of bash for whoever judges shell lines: tree-sitter-bash in WebAssembly. It is loaded when the first line comes,
// because most servers and runners never see one.
import { fileURLToPath } from 'node:url'
import type { ParseShellLine } from '@countersign/policy'
import { copyTree } from './copy-tree.ts'

/** An ordinary line takes less than a millisecond; some that are made for it would take minutes. */
const MAX_PARSE_MILLISECONDS = 100

export interface ShellGrammar {
  load(): Promise<ParseShellLine>
}

/** For a program that brings these files along itself; those of the installed packages where they are left out. */
export interface GrammarFiles {
  /** tree-sitter-bash.wasm */
  readonly bash?: string
  /** web-tree-sitter.wasm */
  readonly parser?: string
}

export function createShellGrammar(files: GrammarFiles = {}): ShellGrammar {
  let loading: Promise<ParseShellLine> | undefined
  return {
    load: () => {
      loading ??= loadParser(files).catch((cause: unknown) => {
        // The next call tries again.
        loading = undefined
        throw new Error('the grammar of the shell could not be loaded', { cause })
      })
      return loading
    },
  }
}

const findInstalledGrammar = (): string => fileURLToPath(import.meta.resolve('tree-sitter-bash/tree-sitter-bash.wasm'))

async function loadParser({ bash, parser: parserFile }: GrammarFiles): Promise<ParseShellLine> {
  const { Language, Parser } = await import('web-tree-sitter')
  await Parser.init(parserFile === undefined ? undefined : { locateFile: () => parserFile })
  const parser = new Parser()
  parser.setLanguage(await Language.load(bash ?? findInstalledGrammar()))
  return (line) => {
    const deadline = performance.now() + MAX_PARSE_MILLISECONDS
    const tree = parser.parse(line, null, { progressCallback: () => performance.now() > deadline })
    // Given up: without this the next line would be read as the rest of this one.
    if (!tree) parser.reset()
    try {
      return tree && copyTree(tree.rootNode, line)
    } finally {
      // A tree lives outside the reach of the garbage collector.
      tree?.delete()
    }
  }
}
