// A program that writes a large file again and again, until it is killed: node write-forever.ts WORKSPACE LIST

import { randomUUID } from 'node:crypto'
import type { ExecutionId } from '@countersign/protocol'
import { openTemporaries } from '../../src/changes/staging/stage-file.ts'
import { openUndoStore } from '../../src/changes/undo/undo-store.ts'
import { createTestWorkspaceHost } from './create-host.ts'

const [root = '', list = ''] = process.argv.slice(2)
const temporaries = openTemporaries(list)
const store = openUndoStore({ folder: `${list}.undo`, root, temporaries })
const content = Buffer.alloc(50_000_000, 'x')
for (;;) {
  const recorder = store.recorderFor(randomUUID() as ExecutionId)
  await createTestWorkspaceHost({ root, temporaries, recorder }).write('deep/large.txt', () => content)
}
