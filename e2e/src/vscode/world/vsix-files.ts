// The files that the tests install; scripts/build/vscode/package-extension.setup.ts makes them before the first test.
import { join } from 'node:path'
import { ROOT } from '../../../../scripts/run-command.ts'

export const VSIX_FOLDER = join(ROOT, '.cache', 'vscode-tests')

/** The extension, without the server. */
export const EXTENSION = join(VSIX_FOLDER, 'countersign.vsix')

/** Runs functions of a test in the extension host. */
export const TEST_HOST = join(VSIX_FOLDER, 'test-host.vsix')
