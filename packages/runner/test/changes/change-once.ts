// A program that makes one call in a workspace and says how it ended: node change-once.ts ROOT UNDO-FOLDER CALL. It may be killed
// at a fault point, or be another user.
import { flushCompileCache } from 'node:module'
import { Failure } from '@countersign/protocol'
import { openTemporaries } from '../../src/changes/staging/stage-file.ts'
import { openUndoStore } from '../../src/changes/undo/undo-store.ts'
import { faultsFromEnvironment } from '../../src/ports/fault-points.ts'
import { carryOut } from './carry-out.ts'

// Whoever is killed keeps nothing at its end.
flushCompileCache()

const [root = '', folder = '', text = ''] = process.argv.slice(2)
using temporaries = openTemporaries(`${folder}.temporaries`)
using store = openUndoStore({ folder, root, temporaries, faults: faultsFromEnvironment(process.env) })

try {
  await carryOut(JSON.parse(text), { root, temporaries, store })
  process.stdout.write('done')
} catch (error) {
  if (!(error instanceof Failure)) throw error
  process.stdout.write(`${error.code} ${error.message}`)
}
