// What a turn needs to run.
import type { Engine } from '@countersign/core'
import type { Project, ToolView } from '@countersign/protocol'
import type { Model } from '../model.ts'
import type { ReadConversation } from './conversation.ts'
import type { TurnRecord } from './turn-record.ts'

export interface TurnPorts {
  readonly engine: Engine
  readonly project: Project
  readonly model: Model
  readonly toolsOf: (project: Project) => Promise<readonly ToolView[]>
  readonly record: TurnRecord
  readonly conversation: ReadConversation
  readonly signal: AbortSignal
}
