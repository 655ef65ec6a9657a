// Builds the page, unless the one in packages/ui/dist was made from exactly these sources. Compressed copies are stored beside the texts,
// so that the server only has to send them.
import { createHash, type Hash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ROOT, runCommand } from '../run-command.ts'

const INPUTS = [
  'packages/ui/{index,webview}.html',
  'packages/ui/package.json',
  'packages/ui/vite.config.ts',
  'packages/{ui,client,protocol}/src/**/*.{ts,tsx,css,svg}',
  'scripts/build/build-page.ts',
  'package-lock.json',
]
export const PAGE_FOLDER = join(ROOT, 'packages', 'ui', 'dist')
/** Changes with every build. */
export const PAGE_STAMP = join(PAGE_FOLDER, 'built-from.txt')

interface Options {
  /** Written as separate files: the scripts are the same with and without them. */
  readonly sourceMaps?: boolean
}

export const isPageBuilt = async ({ sourceMaps = false }: Options = {}): Promise<boolean> =>
  existsSync(PAGE_STAMP) && (await readFile(PAGE_STAMP, 'utf8')) === (await digestOfSources()) && (!sourceMaps || hasSourceMaps())

const hasSourceMaps = (): boolean => globSync('assets/*.js.map', { cwd: PAGE_FOLDER }).length > 0

export async function buildPage(options: Options = {}): Promise<void> {
  if (await isPageBuilt(options)) return
  const sources = await digestOfSources()
  const maps = options.sourceMaps ? ['--sourcemap', 'hidden'] : []
  const command = ['vite', 'build', '--logLevel', 'warn', ...maps, 'packages/ui']
  const { code, output } = await runCommand(command, { env: { NODE_ENV: 'production' } })
  if (code !== 0) throw new Error(`The page could not be built:\n${output}`)
  await compressAll()
  await writeFile(PAGE_STAMP, sources)
}

async function digestOfSources(): Promise<string> {
  const files = globSync(INPUTS, { cwd: ROOT }).filter((file) => !/[.]test[.]tsx?$/.test(file))
  const hash = createHash('sha256')
  for (const file of files.sort()) await addFile(hash, file)
  return hash.digest('hex')
}

async function addFile(hash: Hash, file: string): Promise<void> {
  hash.update(`${file}\n`).update(await readFile(join(ROOT, file)))
}

async function compressAll(): Promise<void> {
  for (const file of globSync('**/*.{html,js,css,svg}', { cwd: PAGE_FOLDER })) {
    const content = await readFile(join(PAGE_FOLDER, file))
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
    await writeFile(join(PAGE_FOLDER, `${file}.br`), await promisify(brotliCompress)(content, quality))
    await writeFile(join(PAGE_FOLDER, `${file}.gz`), await promisify(gzip)(content, { level: 9 }))
  }
}
