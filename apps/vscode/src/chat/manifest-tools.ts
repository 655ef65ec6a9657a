// The language model tools of the manifest, made from the catalogue when the extension is built.
import { CATALOGUE } from '@countersign/tools'
import * as z from 'zod'
import { isOffered, offeredName } from './offered-tools.ts'

export interface ManifestTool {
  readonly name: string
  readonly toolReferenceName: string
  readonly displayName: string
  readonly modelDescription: string
  readonly userDescription: string
  readonly canBeReferencedInPrompt: true
  readonly tags: readonly string[]
  readonly inputSchema: object
}

export const manifestTools = (): ManifestTool[] =>
  CATALOGUE.filter(isOffered).map((tool) => {
    const { $schema, ...inputSchema } = z.toJSONSchema(tool.input, { io: 'input' })
    return {
      name: offeredName(tool.name),
      toolReferenceName: offeredName(tool.name),
      displayName: `Countersign: ${tool.name}`,
      modelDescription: tool.forModel,
      userDescription: firstSentence(tool.forModel),
      canBeReferencedInPrompt: true,
      tags: ['countersign'],
      inputSchema,
    }
  })

const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text
