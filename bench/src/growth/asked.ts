// A server that receives the requests, and how they are sent.
import type { Agent } from 'node:http'
import type { Ready } from '../ours/talk.ts'
import type { Child } from '../processes/child.ts'

export interface Asked {
  readonly agent: Agent
  readonly ready: Ready
  readonly server: Child
}
