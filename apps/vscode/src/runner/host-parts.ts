// The files that the extension carries for a runner, wherever the runner is.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RunnerOptions } from '@countersign/runner'
import { createShellGrammar } from '@countersign/shell-grammar'

type HostParts = Pick<RunnerOptions, 'environment' | 'shellGrammar' | 'searchWorker'>

/** `extension` is the folder of the extension. */
export const createHostParts = (extension: string): HostParts => ({
  environment: { ...process.env },
  shellGrammar: createShellGrammar({ bash: join(extension, 'tree-sitter-bash.wasm'), parser: join(extension, 'web-tree-sitter.wasm') }),
  searchWorker: pathToFileURL(join(extension, 'search-worker.cjs')),
})
