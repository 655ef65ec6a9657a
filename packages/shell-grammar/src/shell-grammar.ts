// The real grammar of bash for whoever judges shell lines: tree-sitter-bash in WebAssembly. It is loaded when the first line comes,
// because most servers and runners never see one.
import { createRequire } from 'node:module'
import type { ParseShellLine } from '@countersign/policy'
import { copyTree } from './copy-tree.ts'

const require = createRequire(import.meta.url)

/** An ordinary line takes less than a millisecond; some that are made for it would take minutes. */
const MAX_PARSE_MILLISECONDS = 100

export interface ShellGrammar {
  load(): Promise<ParseShellLine>
}

export function createShellGrammar(): ShellGrammar {
  let loading: Promise<ParseShellLine> | undefined
  return {
    load: () => {
      loading ??= loadParser().catch((cause: unknown) => {
        // The next call tries again.
        loading = undefined
        throw new Error('the grammar of the shell could not be loaded', { cause })
      })
      return loading
    },
  }
}

async function loadParser(): Promise<ParseShellLine> {
  const { Language, Parser } = await import('web-tree-sitter')
  await Parser.init()
  const parser = new Parser()
  parser.setLanguage(await Language.load(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm')))
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
