// ide.references: where the name at one position of a file is used, as the editor sees it.
import { LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { countFields, place } from './editor-words.ts'
import { aboutOnePosition, refusedPositions, reportPlaces, slotsOf, TWO_FILES, viewOfPlaces } from './places.ts'

const output = z.strictObject({ success: z.literal(true), references: z.array(place), ...countFields })

export const ideReferences = defineTool({
  name: 'ide.references',
  aliases: ['ide_references'],
  forModel: `Find where the name at a position of a file is used, as the operator's editor sees it, its definition included, at most ${LIMITS.maxEditorEntries} places. Unlike a search, it knows which of several things with the same name is meant.`,
  ...aboutOnePosition,
  output,
  ask: (position) => sentence('title.ide-references', slotsOf(position)),
  run: async (position, { editor }): Promise<z.input<typeof output>> => {
    const { places, ...count } = viewOfPlaces(await editor.references(position))
    return { success: true, references: places, ...count }
  },
  report: ({ references, total_count }, position) =>
    reportPlaces(
      { places: references, total: total_count, position },
      { none: 'The editor knows no use of what is at', more: 'The rest is not listed: search in a folder.' },
    ),
  examples: [
    { title: 'every use of a function', input: { path: 'src/start.ts', line: 1, column: 10 }, given: TWO_FILES, risk: 'LOW' },
    ...refusedPositions,
  ],
})
