// What a runner takes from this process when the command line is the program around it.
import type { RunnerOptions } from '@countersign/runner'
import { lockWithSqlite } from '@countersign/runner/node'
import { createShellGrammar } from '@countersign/shell-grammar'

type NodeParts = Pick<RunnerOptions, 'environment' | 'nodePath' | 'shellGrammar' | 'searchWorker' | 'lockFolder'>

export const createNodeParts = (): NodeParts => ({
  environment: { ...process.env },
  nodePath: process.execPath,
  shellGrammar: createShellGrammar(),
  searchWorker: new URL('./search-worker.ts', import.meta.url),
  lockFolder: lockWithSqlite,
})
