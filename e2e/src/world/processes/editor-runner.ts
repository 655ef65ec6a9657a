// A runner as an editor has it inside, in the process of the test: with the editor's languages, its unsaved files and its trust.
import { createJsonLogger, type Editor, type RunningRunner, startRunner } from '@countersign/runner'
import { createShellGrammar } from '@countersign/shell-grammar'
import { createTestBuffers, type TestBuffers } from '../../../../packages/runner/test/hosts/test-buffers.ts'
import { createTestEditor } from '../../../../packages/runner/test/hosts/test-editor.ts'
import type { World } from '../world.ts'

export interface EditorRunner extends AsyncDisposable {
  readonly runner: RunningRunner
  readonly buffers: TestBuffers
  readonly editor: Editor
  setTrusted(isTrusted: boolean): void
}

export async function startEditorRunner(world: World, { isTrusted = true } = {}): Promise<EditorRunner> {
  const root = world.workspace.path
  const [buffers, editor] = [createTestBuffers(root), createTestEditor(root)]
  let trusted = isTrusted
  const runner = await startRunner({
    serverUrl: world.url,
    token: () => world.tokens.runner,
    projectId: world.projectId,
    workspace: root,
    dataDir: world.data.at('editor-runner'),
    logger: createJsonLogger(() => undefined),
    environment: process.env,
    shellGrammar: createShellGrammar(),
    searchWorker: new URL('../../../../packages/runner/src/hosts/search/search-worker.ts', import.meta.url),
    editor,
    buffers,
    isReadOnly: () => !trusted,
  })
  await runner.online
  await world.runnerOnline()
  return {
    runner,
    buffers,
    editor,
    setTrusted(next) {
      trusted = next
      runner.announce()
    },
    [Symbol.asyncDispose]: () => runner.stop(),
  }
}
