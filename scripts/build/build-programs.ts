// Bundles programs with everything they load into a few files in one folder, where they start in half the time and need nothing else.
import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'
import { isCurrent } from '../../apps/cli/src/built.ts'
import { ROOT } from '../run-command.ts'

export interface Programs {
  /** Relative to the root of the repository. Threads are separate files. */
  readonly entries: readonly string[]
  readonly folder: string
  /** Where files of the repository are once it is packed, relative to `folder`; others stay where they are. */
  readonly moved?: Readonly<Record<string, string>>
  /** Without source maps, blanks and comments. */
  readonly isSmall?: boolean
}

/** Read at run time, from beside the program. */
const GRAMMAR_FILES = ['tree-sitter-bash/tree-sitter-bash.wasm', 'web-tree-sitter/web-tree-sitter.wasm']

/** Native parts that ws would look for in the folders above the program. */
const WITHOUT_NATIVE_PARTS = { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' }

const OWN_SOURCE = /[/\\](packages|apps)[/\\][^/\\]+[/\\](src|test)[/\\].*[.]ts$/
const OWN_FILE = /new URL\('([^']+)', import[.]meta[.]url\)/g
const FILE_OF_A_PACKAGE = /import[.]meta[.]resolve\('([^']+)'\)/g
/** Without this line, esbuild sees what is required and bundles it. */
const OWN_REQUIRE = /^const require = createRequire\(import[.]meta[.]url\)$/m

/** A source file finds others from its own place: a built one has another. */
const ownFiles = (programs: Programs): Plugin => ({
  name: 'own-files',
  setup: ({ onLoad }) =>
    onLoad({ filter: OWN_SOURCE }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replace(OWN_FILE, (_, name: string) => `new URL('${fromBuilt(programs, path, name)}', import.meta.url)`)
        .replace(FILE_OF_A_PACKAGE, (_, name: string) => `new URL('./${basename(name)}', import.meta.url).href`)
        .replace(OWN_REQUIRE, ''),
      loader: 'ts',
    })),
})

function fromBuilt({ entries, folder, moved = {} }: Programs, source: string, name: string): string {
  const target = resolve(dirname(source), name)
  const path = relative(ROOT, target).replaceAll('\\', '/')
  if (entries.includes(path)) return `./${basename(target, '.ts')}.js`
  return moved[path] ?? relative(folder, target).replaceAll('\\', '/')
}

const inputsOf = ({ folder }: Pick<Programs, 'folder'>): string => join(folder, 'inputs.json')

export const areBuilt = (programs: Pick<Programs, 'folder'>): boolean => isCurrent(pathToFileURL(inputsOf(programs)))

/** Leaves a current build as it is. */
export async function buildPrograms(programs: Programs): Promise<void> {
  if (areBuilt(programs)) return
  const { inputs } = await bundlePrograms(programs)
  await writeInputs(programs.folder, Object.keys(inputs))
}

/** Returns which files went into it. */
export async function bundlePrograms(programs: Programs): Promise<Metafile> {
  const { entries, folder, isSmall = false } = programs
  await rm(folder, { recursive: true, force: true })
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...entries],
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    metafile: true,
    define: WITHOUT_NATIVE_PARTS,
    // Names stay, so that a stack trace can be read.
    ...(isSmall ? { minifyWhitespace: true, minifySyntax: true, legalComments: 'none' } : { sourcemap: true }),
    // Packages in the older format load Node's own modules with `require`.
    banner: { js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);" },
    plugins: [ownFiles(programs)],
    logLevel: 'warning',
  })
  await copyGrammar(folder)
  return metafile
}

export async function copyGrammar(folder: string): Promise<void> {
  const { resolve: find } = createRequire(import.meta.url)
  for (const file of GRAMMAR_FILES) await copyFile(find(file), join(folder, basename(file)))
}

/** Notes what went into a build, for `areBuilt`. Paths are relative to the root. */
export const writeInputs = async (folder: string, inputs: readonly string[]): Promise<void> =>
  writeFile(inputsOf({ folder }), JSON.stringify(await stampsOf(inputs)))

/** Size and time of each source file, as `isCurrent` compares them. */
async function stampsOf(inputs: readonly string[]): Promise<Record<string, string>> {
  const own = inputs.filter((path) => !path.includes('node_modules/'))
  const stamps = [...own, 'package-lock.json'].map(async (path) => {
    const { size, mtimeMs } = await stat(join(ROOT, path))
    return [path, `${size} ${mtimeMs}`]
  })
  return Object.fromEntries(await Promise.all(stamps))
}
