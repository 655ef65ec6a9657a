// ide.definition: where the name at one position of a file is defined, as the editor sees it.
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

const output = z.strictObject({ success: z.literal(true), definitions: z.array(place), ...countFields })

export const ideDefinition = defineTool({
  name: 'ide.definition',
  aliases: ['ide_definition'],
  forModel: `Find where the name at a position of a file is defined, as the operator's editor sees it, at most ${LIMITS.maxEditorEntries} places. A place outside the workspace is only named.`,
  ...aboutOneFile,
  input: z.strictObject(positionFields),
  output,
  ask: ({ path, line, column }) => sentence('title.ide-definition', { path: plainPath(path), line, column }),
  run: async (position, { editor }): Promise<z.input<typeof output>> => {
    const found = await editor.definition(position)
    return { success: true, definitions: found.entries.map(viewOfPlace), ...countOf(found) }
  },
  report: ({ definitions, total_count }, { path, line, column }) =>
    reportLines(definitions.map(describePlace), total_count, {
      none: `The editor knows no definition of what is at ${plainPath(path)}:${line}:${column}.`,
      more: 'The rest is not listed.',
    }),
  examples: [
    {
      title: 'a function that another file defines',
      input: { path: 'main.ts', line: 1, column: 1 },
      given: { 'main.ts': 'start()\n', 'src/start.ts': 'function start() {}\n' },
      risk: 'LOW',
    },
    ...refusedPositions,
  ],
})
