// list_directory: what is in a folder, by pattern, one level or all of them.
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { nameFolder } from '../words/name-folder.ts'
import { countFields, entryFields, listFields, listing, reportEntries } from './list-entries.ts'

const output = z.strictObject({ ...countFields, files: z.array(z.strictObject(entryFields)) })

export const listDirectory = defineTool({
  ...listing,
  name: 'list_directory',
  aliases: ['tool_list_directory'],
  forModel: `List a folder of the workspace, at most ${LIMITS.maxListEntries} entries. Names that start with a dot are listed only by a pattern that does; what .gitignore names is left out of a recursive listing unless \`ignored\` is set.`,
  input: z.strictObject({
    ...listFields,
    ignored: z.boolean().default(false).describe('Also list what .gitignore names, with a mark on it'),
  }),
  output,
  ask: ({ path, recursive }) => sentence(recursive ? 'title.list-all' : 'title.list', { path: nameFolder(path) }),
  run: async (input, { workspace }): Promise<z.input<typeof output>> => {
    const { entries, total } = await workspace.list({ ...input, maxEntries: LIMITS.maxListEntries })
    return { success: true, files: [...entries], total_count: total, truncated: total > entries.length }
  },
  report: ({ files, total_count }, { path }) => reportEntries(files, total_count, path),
  examples: [
    { title: 'the workspace', input: { path: '.' }, given: { 'README.md': 'x', 'src/index.ts': '' }, risk: 'LOW' },
    {
      title: 'all sources',
      input: { path: '.', recursive: true, pattern: '*.ts' },
      given: { 'src/deep/a.ts': '', 'b.js': '' },
      risk: 'LOW',
    },
    { title: 'a folder that is not there', input: { path: 'missing' }, risk: 'LOW', refuses: 'FILE_NOT_FOUND' },
    { title: 'the insides of git', input: { path: '.git' }, given: { '.git/config': '' }, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { path: '/etc' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
