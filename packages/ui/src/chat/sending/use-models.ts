// The models that a conversation may choose.
import type { ReplyOf } from '@countersign/client'
import { useLink, useProject } from '../../connection/project-context.ts'
import { useFetched } from '../../shared/hooks/use-fetched.ts'

export type ModelView = ReplyOf<'listModels'>['models'][number]

const BUILT_IN = 'built in'

export interface Models {
  readonly all: readonly ModelView[]
  /** The model for a conversation that chose `name`. */
  find(name: string | null): ModelView | undefined
}

/** Undefined until they are known. */
export function useModels(): Models | undefined {
  const { client } = useProject()
  const link = useLink()
  // After a restart the server may have other models.
  const { data } = useFetched({ read: async () => (await client.listModels({})).models, key: 'models', news: link === 'online' ? 1 : 0 })
  if (!data) return undefined
  return { all: data, find: (name) => data.find((model) => (name === null ? model.is_default : model.name === name)) }
}

/** The built-in agent that answers if no model is configured; it is not a model. */
export const isBuiltIn = ({ provider }: ModelView): boolean => provider === BUILT_IN
