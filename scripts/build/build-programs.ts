// Bundles programs with everything they load into a few files in one folder, where they start in half the time.
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'
import { isCurrent } from '../../apps/cli/src/built.ts'
import { ROOT } from '../run-command.ts'

export interface Programs {
  /** Relative to the root of the repository. Threads are separate files. */
  readonly entries: readonly string[]
  readonly folder: string
}

/** These look for files beside themselves. */
const EXTERNAL = ['web-tree-sitter', 'tree-sitter-bash', '@vscode/ripgrep']

const OWN_SOURCE = /[/\\](packages|apps)[/\\][^/\\]+[/\\](src|test)[/\\].*[.]ts$/
const OWN_FILE = /new URL\('([^']+)', import[.]meta[.]url\)/g

/** `new URL('../a.ts', import.meta.url)` is relative to the source file. */
const ownFiles = (programs: Programs): Plugin => ({
  name: 'own-files',
  setup: ({ onLoad }) =>
    onLoad({ filter: OWN_SOURCE }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        OWN_FILE,
        (_, name: string) => `new URL('${fromBuilt(programs, path, name)}', import.meta.url)`,
      ),
      loader: 'ts',
    })),
})

function fromBuilt({ entries, folder }: Programs, source: string, name: string): string {
  const target = resolve(dirname(source), name)
  const isEntry = entries.includes(relative(ROOT, target).replaceAll('\\', '/'))
  return isEntry ? `./${basename(target, '.ts')}.js` : relative(folder, target).replaceAll('\\', '/')
}

const inputsOf = ({ folder }: Pick<Programs, 'folder'>): string => join(folder, 'inputs.json')

export const areBuilt = (programs: Pick<Programs, 'folder'>): boolean => isCurrent(pathToFileURL(inputsOf(programs)))

/** Leaves a current build as it is. */
export async function buildPrograms(programs: Programs): Promise<void> {
  if (areBuilt(programs)) return
  await rm(programs.folder, { recursive: true, force: true })
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...programs.entries],
    outdir: programs.folder,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: EXTERNAL,
    metafile: true,
    sourcemap: true,
    // Packages in the older format load Node's own modules with `require`.
    banner: { js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);" },
    plugins: [ownFiles(programs)],
    logLevel: 'warning',
  })
  await writeFile(inputsOf(programs), JSON.stringify(await stampsOf(metafile)))
}

/** Size and time of each source file, as `isCurrent` compares them. */
async function stampsOf({ inputs }: Metafile): Promise<Record<string, string>> {
  const own = Object.keys(inputs).filter((path) => !path.includes('node_modules/'))
  const stamps = [...own, 'package-lock.json'].map(async (path) => {
    const { size, mtimeMs } = await stat(join(ROOT, path))
    return [path, `${size} ${mtimeMs}`]
  })
  return Object.fromEntries(await Promise.all(stamps))
}
