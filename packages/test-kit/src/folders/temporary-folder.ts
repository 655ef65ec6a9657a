// A folder for one test, removed at its end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TemporaryFolder extends Disposable {
  readonly path: string
  file(...names: string[]): string
}

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'countersign-test-'))
  return {
    path,
    file: (...names) => join(path, ...names),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}
