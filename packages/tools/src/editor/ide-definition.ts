// ide.definition: where the name at one position of a file is defined, as the editor sees it.
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { countFields, place } from './editor-words.ts'
import { aboutOnePosition, refusedPositions, reportPlaces, slotsOf, TWO_FILES, viewOfPlaces } from './places.ts'

const output = z.strictObject({ success: z.literal(true), definitions: z.array(place), ...countFields })

export const ideDefinition = defineTool({
  name: 'ide.definition',
  aliases: ['ide_definition'],
  forModel: `Find where the name at a position of a file is defined, as the operator's editor sees it, at most ${LIMITS.maxEditorEntries} places. A place outside the workspace is only named.`,
  ...aboutOnePosition,
  output,
  ask: (position) => sentence('title.ide-definition', slotsOf(position)),
  run: async (position, { editor }): Promise<z.input<typeof output>> => {
    const { places, ...count } = viewOfPlaces(await editor.definition(position))
    return { success: true, definitions: places, ...count }
  },
  report: ({ definitions, total_count }, position) =>
    reportPlaces(
      { places: definitions, total: total_count, position },
      { none: 'The editor knows no definition of what is at', more: 'The rest is not listed.' },
    ),
  examples: [
    { title: 'a function that another file defines', input: { path: 'main.ts', line: 1, column: 1 }, given: TWO_FILES, risk: 'LOW' },
    ...refusedPositions,
  ],
})
