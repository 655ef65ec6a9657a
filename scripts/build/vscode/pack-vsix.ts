// Packs a folder that holds an extension into the file that VS Code installs.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runCommand } from '../../run-command.ts'

export interface VsixOptions {
  readonly folder: string
  readonly file: string
  /** Patterns of files that stay out. */
  readonly leftOut?: readonly string[]
}

export async function packVsix({ folder, file, leftOut = [] }: VsixOptions): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'countersign-vsix-'))
  try {
    const ignoreFile = join(temporary, 'ignored')
    await writeFile(ignoreFile, leftOut.join('\n'))
    await mkdir(dirname(file), { recursive: true })
    const options = ['--no-dependencies', '--allow-missing-repository', '--ignoreFile', ignoreFile, '--out', file]
    const { code, output } = await runCommand(['vsce', 'package', ...options], { cwd: folder })
    if (code !== 0) throw new Error(`The extension could not be packed:\n${output}`)
  } finally {
    await rm(temporary, { recursive: true })
  }
}
