// Creates or replaces one file: a change of several with one in it.
import type { FileContent, WriteOutcome } from '@countersign/tools'
import { changeAll } from './change-all.ts'
import type { Changer } from './changer.ts'

export async function writeOne(
  changer: Changer,
  path: string,
  make: (current: FileContent | undefined) => Uint8Array,
): Promise<WriteOutcome> {
  let [size, created] = [0, false]
  const { undo, createdDirectories } = await changeAll(changer, [path], (current) => {
    const content = make(current.get(path))
    size = content.length
    created = current.get(path) === undefined
    return [{ path, content }]
  })
  return { size, created, createdDirectories, ...(undo && { undo }) }
}
