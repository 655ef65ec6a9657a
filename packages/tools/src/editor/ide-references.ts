// ide.references: where the name at one position of a file is used, as the editor sees it.
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { plainPath } from '../words/text.ts'
import {
  aboutOneFile,
  countFields,
  countOf,
  describePlace,
  place,
  positionFields,
  refusedPositions,
  reportLines,
  viewOfPlace,
} from './editor-words.ts'

const output = z.strictObject({ success: z.literal(true), references: z.array(place), ...countFields })

export const ideReferences = defineTool({
  name: 'ide.references',
  aliases: ['ide_references'],
  forModel: `Find where the name at a position of a file is used, as the operator's editor sees it, its definition included, at most ${LIMITS.maxEditorEntries} places. Unlike a search, it knows which of several things with the same name is meant.`,
  ...aboutOneFile,
  input: z.strictObject(positionFields),
  output,
  ask: ({ path, line, column }) => sentence('title.ide-references', { path: plainPath(path), line, column }),
  run: async (position, { editor }): Promise<z.input<typeof output>> => {
    const found = await editor.references(position)
    return { success: true, references: found.entries.map(viewOfPlace), ...countOf(found) }
  },
  report: ({ references, total_count }, { path, line, column }) =>
    reportLines(references.map(describePlace), total_count, {
      none: `The editor knows no use of what is at ${plainPath(path)}:${line}:${column}.`,
      more: 'The rest is not listed: search in a folder.',
    }),
  examples: [
    {
      title: 'every use of a function',
      input: { path: 'src/start.ts', line: 1, column: 10 },
      given: { 'main.ts': 'start()\n', 'src/start.ts': 'function start() {}\n' },
      risk: 'LOW',
    },
    ...refusedPositions,
  ],
})
