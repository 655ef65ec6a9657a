// The folder that both runners work in.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { READ_CONTENT, READ_PATH } from './side.ts'

export function makeWorkspace(folder: string): string {
  const file = join(folder, READ_PATH)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, READ_CONTENT)
  return folder
}
