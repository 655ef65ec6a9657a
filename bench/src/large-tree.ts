// A workspace of 100,000 small source files in 5,000 folders, like a large project.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const TREE_FILES = 100_000
const FILES_PER_FOLDER = 20
const FOLDERS_PER_PACKAGE = 20
export const NEEDLE = 'uncommonNeedle'
const NEEDLE_EVERY = 100
export const NEEDLES = TREE_FILES / NEEDLE_EVERY

const WORDS = ['const', 'function', 'return', 'import', 'export', 'value', 'index', 'path', 'file', 'await', 'class', 'type']
const ENDINGS = ['ts', 'tsx', 'test.ts', 'json', 'md']

// None of these patterns matches an existing file, so that the same files are listed with and without them.
const RULES = ['node_modules/', '*.log', '!keep.log', '/dist', 'build/', '*.tmp', '.cache/', 'coverage/', '**/generated', 'packages/*/out']

export function makeLargeTree(root: string): string {
  for (let file = 0; file < TREE_FILES; file++) {
    const folder = Math.floor(file / FILES_PER_FOLDER)
    const place = join(root, `package-${Math.floor(folder / FOLDERS_PER_PACKAGE)}`, `module-${folder % FOLDERS_PER_PACKAGE}`)
    if (file % FILES_PER_FOLDER === 0) mkdirSync(place, { recursive: true })
    writeFileSync(join(place, `${WORDS[file % WORDS.length]}-${file}.${ENDINGS[file % ENDINGS.length]}`), contentOf(file))
  }
  return root
}

export const writeRules = (root: string): void => writeFileSync(join(root, '.gitignore'), `${RULES.join('\n')}\n`)

function contentOf(file: number): string {
  const lines = Array.from(
    { length: 5 + (file % 40) },
    (_, line) => `${wordAt(file + line)} ${wordAt(file * 7 + line * 3)} ${file * line}\n`,
  )
  return lines.join('') + (file % NEEDLE_EVERY === 0 ? `here is the ${NEEDLE} of this file\n` : '')
}

const wordAt = (index: number): string => WORDS[index % WORDS.length] as string
