// Builds the VS Code extension into apps/vscode/dist, which then is what VS Code installs: the manifest with its words and pictures, the
// bundled code, the grammar of the shell, and the webview.
import { globSync } from 'node:fs'
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { manifestTools } from '../../../apps/vscode/src/chat/manifest-tools.ts'
import { ROOT } from '../../run-command.ts'
import { buildPage, PAGE_FOLDER, PAGE_STAMP } from '../build-page.ts'
import { areBuilt, copyGrammar, writeInputs } from '../build-programs.ts'
import { writeThirdParty } from '../pack/third-party.ts'

const SOURCE = join(ROOT, 'apps', 'vscode')
export const EXTENSION_FOLDER = join(SOURCE, 'dist')

/** Threads and child processes are files of their own. */
const ENTRIES = ['src/extension.ts', 'src/runner/search-worker.ts', 'src/runner/runner-process.ts']

/** Of the oldest VS Code that the manifest allows. */
const HOST_NODE = 'node22'

/** What a module of ours knows as its own place is the place of the built file. */
const OWN_URL = "const builtFileUrl = require('node:url').pathToFileURL(__filename).href;"

/** The page's build holds the webview too: its document, and chunks that it shares with the page. */
const WEBVIEW = ['webview.html', 'assets/*.{js,css,svg,woff2}']

/** Leaves a current build as it is. */
export async function buildExtension(): Promise<void> {
  await buildPage()
  if (areBuilt({ folder: EXTENSION_FOLDER })) return
  await rm(EXTENSION_FOLDER, { recursive: true, force: true })
  await mkdir(EXTENSION_FOLDER, { recursive: true })
  await copyFiles()
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES.map((file) => join('apps/vscode', file)),
    outdir: EXTENSION_FOLDER,
    entryNames: '[name]',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: HOST_NODE,
    external: ['vscode'],
    define: { 'import.meta.url': 'builtFileUrl', 'import.meta.resolve': 'undefined' },
    banner: { js: OWN_URL },
    minify: true,
    keepNames: true,
    metafile: true,
    sourcemap: true,
    logLevel: 'warning',
  })
  await writeThirdParty(EXTENSION_FOLDER, metafile)
  await writeInputs(EXTENSION_FOLDER, [...Object.keys(metafile.inputs), ...manifestFiles(), relative(ROOT, PAGE_STAMP)])
}

/** Folders too: their times tell of files that came or went. */
const manifestFiles = (): string[] => globSync('apps/vscode/manifest/**', { cwd: ROOT })

async function copyFiles(): Promise<void> {
  await cp(join(SOURCE, 'manifest'), EXTENSION_FOLDER, { recursive: true })
  await addToolsToManifest()
  await copyFile(join(ROOT, 'LICENSE'), join(EXTENSION_FOLDER, 'LICENSE'))
  await copyGrammar(EXTENSION_FOLDER)
  for (const name of globSync(WEBVIEW, { cwd: PAGE_FOLDER })) await cp(join(PAGE_FOLDER, name), join(EXTENSION_FOLDER, 'webview', name))
}

/** VS Code wants its language model tools named in the manifest. */
async function addToolsToManifest(): Promise<void> {
  const file = join(EXTENSION_FOLDER, 'package.json')
  const { contributes, ...manifest } = JSON.parse(await readFile(file, 'utf8')) as { readonly contributes: object }
  await writeFile(file, JSON.stringify({ ...manifest, contributes: { ...contributes, languageModelTools: manifestTools() } }, null, 2))
}
