// A command without a sandbox, where the machine has none: still a clean environment, a home of its own and nothing left behind.
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolderOf } from '../ports/environment.ts'
import { cleanEnvironment } from '../programs/clean-environment.ts'
import { markOf } from '../programs/end-process-tree.ts'
import { createLookAround } from '../sandbox/later-run/look-around.ts'
import { watchLaterRun } from '../sandbox/later-run/watch-later-run.ts'
import type { CommandCall, CommandPlace, PreparedCommand } from './prepared-command.ts'

export async function prepareBareCommand(
  place: CommandPlace,
  { words, cwd, makesRepository, mark = randomUUID() }: CommandCall,
): Promise<PreparedCommand> {
  const { root, toolchains, recordsDir, quarantineDir: quarantine } = place
  const around = place.lookAround ?? createLookAround(place)
  const later = await watchLaterRun({ ...around, root, canHold: false, quarantine, recordsDir, makesRepository, mark })
  const own = mkdtempSync(join(temporaryFolderOf(place.environment), 'countersign-run-'))
  const [home, temporary] = [join(own, 'home'), join(own, 'tmp')]
  mkdirSync(home)
  mkdirSync(temporary)
  const environment = cleanEnvironment({
    from: place.environment,
    path: toolchains.path,
    home,
    temporary,
    extra: { ...toolchains.variables, ...place.identity, ...markOf(mark) },
  })
  const [program = '', ...args] = words
  return {
    start: { program, args, cwd: cwd ?? root, environment, endsWithLeader: false },
    notes: '',
    // Nothing is hidden, and so nothing runs unasked.
    hidesAll: () => true,
    settle: () => later.settle(),
    settleMeanwhile: () => later.settleMeanwhile(),
    [Symbol.dispose]: () => {
      later[Symbol.dispose]()
      rmSync(own, { recursive: true, force: true })
    },
  }
}
