// Which tools VS Code's own agent is offered, and what they are called there. The manifest is made from the same list.
import type { AnyTool } from '@countersign/tools'

export const offeredName = (name: string): string => `countersign_${name.replaceAll('.', '_')}`

/** The editor's own knowledge is offered by the editor itself, and only the person undoes. */
export const isOffered = ({ name, forOperator }: AnyTool): boolean => !name.startsWith('ide.') && !forOperator
