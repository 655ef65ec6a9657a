// `npm run package:vscode`: makes the files that VS Code installs, with the server inside and without it, and checks their sizes.
import { cp, readFile, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ROOT } from '../../run-command.ts'
import { COMMAND_FOLDER, makeCommandFolder } from '../pack/pack-command.ts'
import { buildExtension, EXTENSION_FOLDER } from './build-extension.ts'
import { packVsix } from './pack-vsix.ts'

export interface Flavour {
  /** Between the name and the version. */
  readonly mark: string
  readonly maxMegabytes: number
  /** Patterns of files in the extension's folder that stay out. */
  readonly leftOut: readonly string[]
}

const BUILD_FILES = ['*.map', 'inputs.json']
export const WITHOUT_SERVER: Flavour = { mark: '-without-server', maxMegabytes: 4, leftOut: [...BUILD_FILES, 'command/**'] }
export const WITH_SERVER: Flavour = { mark: '', maxMegabytes: 14, leftOut: BUILD_FILES }

/** Where the extension looks for the command. */
const CARRIED_COMMAND = join(EXTENSION_FOLDER, 'command')

/** Builds the extension if it has to, and returns the file. */
export async function packageExtension(flavour: Flavour, folder = join(ROOT, 'dist')): Promise<string> {
  await buildExtension()
  if (flavour === WITH_SERVER) await carryCommand()
  const { version } = JSON.parse(await readFile(join(EXTENSION_FOLDER, 'package.json'), 'utf8')) as { version: string }
  const file = join(folder, `countersign${flavour.mark}-${version}.vsix`)
  await packVsix({ folder: EXTENSION_FOLDER, file, leftOut: flavour.leftOut })
  const megabytes = (await stat(file)).size / 1_000_000
  const size = `${relative(ROOT, file)}: ${megabytes.toFixed(2)} MB of at most ${flavour.maxMegabytes}`
  if (megabytes > flavour.maxMegabytes) throw new Error(`${size} is too large`)
  console.log(size)
  return file
}

async function carryCommand(): Promise<void> {
  await makeCommandFolder()
  await rm(CARRIED_COMMAND, { recursive: true, force: true })
  await cp(COMMAND_FOLDER, CARRIED_COMMAND, { recursive: true })
}

if (import.meta.main) {
  await packageExtension(WITHOUT_SERVER)
  await packageExtension(WITH_SERVER)
}
