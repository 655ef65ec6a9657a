// list_files: the same entries as list_directory, as a tree.
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import type { FileEntry } from '../hosts/workspace.ts'
import { nameFolder } from '../words/name-folder.ts'
import { countFields, entryFields, listFields, listing, reportEntries } from './list-entries.ts'

interface TreeNode extends FileEntry {
  /** The content of a folder, if the listing is recursive. */
  readonly children?: TreeNode[] | undefined
}

const node: z.ZodType<TreeNode> = z.strictObject({ ...entryFields, children: z.lazy(() => z.array(node)).optional() })

const output = z.strictObject({ ...countFields, files: z.array(node) })

export const listFiles = defineTool({
  ...listing,
  name: 'list_files',
  aliases: [],
  forModel: `List a folder of the workspace as a tree, at most ${LIMITS.maxListEntries} entries and ${LIMITS.maxTreeDepth} levels; a folder has \`children\` where \`recursive\` is set. Names that start with a dot are listed only by a pattern that does; what .gitignore names is left out of a recursive listing.`,
  input: z.strictObject(listFields),
  output,
  ask: ({ path, recursive }) => sentence(recursive ? 'title.list-tree' : 'title.list', { path: nameFolder(path) }),
  run: async (input, { workspace }): Promise<z.input<typeof output>> => {
    const { entries, total } = await workspace.list({ ...input, ignored: false, maxEntries: LIMITS.maxListEntries })
    const files = input.recursive ? nest(entries) : [...entries]
    return { success: true, files, total_count: total, truncated: total > flatten(files).length }
  },
  report: ({ files, total_count }, { path }) => reportEntries(flatten(files), total_count, path),
  examples: [
    {
      title: 'the whole tree',
      input: { path: '.', recursive: true },
      given: { 'README.md': 'x', 'src/deep/index.ts': '' },
      risk: 'LOW',
    },
    { title: 'one level', input: { path: 'src' }, given: { 'src/a.ts': '', 'src/deep/b.ts': '' }, risk: 'LOW' },
    { title: 'a folder that is not there', input: { path: 'missing' }, risk: 'LOW', refuses: 'FILE_NOT_FOUND' },
    { title: 'the insides of git', input: { path: '.git' }, given: { '.git/config': '' }, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { path: '..' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})

/**
 * A folder comes before its content. If the pattern left a folder out, its content takes its place. Entries that are too deep are left out,
 * because every reader of the result walks down the tree.
 */
function nest(entries: readonly FileEntry[]): TreeNode[] {
  const top: TreeNode[] = []
  const open: TreeNode[] = []
  for (const entry of entries) {
    while (open.length > 0 && !entry.path.startsWith(`${open.at(-1)?.path}/`)) open.pop()
    if (open.length >= LIMITS.maxTreeDepth) continue
    const made: TreeNode = entry.type === 'directory' ? { ...entry, children: [] } : { ...entry }
    const around = open.at(-1)?.children ?? top
    around.push(made)
    if (made.children) open.push(made)
  }
  return top
}

const flatten = (nodes: readonly TreeNode[]): FileEntry[] => nodes.flatMap((entry) => [entry, ...flatten(entry.children ?? [])])
