// One of the examples as a process, started as its README says.
import { fileURLToPath } from 'node:url'
import type { World } from '../world.ts'
import { type Child, startProgram } from './child.ts'

export function startExample({ url, tokens }: World, path: string, env: Readonly<Record<string, string>> = {}): Child {
  const file = fileURLToPath(new URL(`../../../../examples/${path}`, import.meta.url))
  return startProgram([file], { env: { COUNTERSIGN_URL: url, COUNTERSIGN_TOKEN: tokens.agent, ...env } })
}
