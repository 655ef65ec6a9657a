// Before the tests in VS Code: makes the files that they install from the current sources.
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { isVsCodeInstalled } from '../../../e2e/src/vscode/code-server/install.ts'
import { EXTENSION, TEST_HOST, VSIX_FOLDER } from '../../../e2e/src/vscode/world/vsix-files.ts'
import { ROOT } from '../../run-command.ts'
import { packVsix } from './pack-vsix.ts'
import { packageExtension, WITHOUT_SERVER } from './package-extension.ts'

const IN_HOST = join(ROOT, 'e2e', 'src', 'vscode', 'in-host')
const DONE = 'TEST_EXTENSION_IS_PACKAGED'

/** Once for both projects of Vitest that need it. */
export async function setup(): Promise<void> {
  if (!isVsCodeInstalled() || process.env[DONE]) return
  process.env[DONE] = 'true'
  await mkdir(VSIX_FOLDER, { recursive: true })
  await rename(await packageExtension(WITHOUT_SERVER, VSIX_FOLDER), EXTENSION)
  await packageTestHost()
}

async function packageTestHost(): Promise<void> {
  const folder = join(VSIX_FOLDER, 'test-host')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await copyFile(join(IN_HOST, 'package.json'), join(folder, 'package.json'))
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  await build({
    entryPoints: [join(IN_HOST, 'host-extension.ts')],
    outfile: join(folder, 'host-extension.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
  })
  await packVsix({ folder, file: TEST_HOST })
}
