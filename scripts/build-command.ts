// Puts the command line with everything it loads into a few files under apps/cli/dist, where it starts in half the time. The command
// takes them while they are as new as the sources, and else the sources: nobody has to build anything.
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'
import { findBuilt } from '../apps/cli/src/built.ts'
import { ROOT } from './run-command.ts'

const FOLDER = join(ROOT, 'apps/cli/dist')

/** Threads are files of their own. */
const ENTRIES = [
  'apps/cli/src/run-command-line.ts',
  'packages/runner/src/hosts/search/search-worker.ts',
  'packages/server/src/store/sqlite/checkpoint-worker.ts',
]

/** They look for files beside themselves. */
const EXTERNAL = ['web-tree-sitter', 'tree-sitter-bash', '@vscode/ripgrep']

const OWN_FILE = /new URL\('([^']+)', import[.]meta[.]url\)/g

/** `new URL('./a.ts', import.meta.url)` is said from where the source is. */
const ownFiles: Plugin = {
  name: 'own-files',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\](packages|apps)[/\\][^/\\]+[/\\]src[/\\].*[.]ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(
        OWN_FILE,
        (_, name: string) => `new URL('${fromBuilt(path, name)}', import.meta.url)`,
      ),
      loader: 'ts',
    })),
}

function fromBuilt(source: string, name: string): string {
  const target = resolve(dirname(source), name)
  const isEntry = ENTRIES.includes(relative(ROOT, target).replaceAll('\\', '/'))
  return isEntry ? `./${basename(target, '.ts')}.js` : relative(FOLDER, target).replaceAll('\\', '/')
}

export async function buildCommand(): Promise<void> {
  if (findBuilt()) return
  await rm(FOLDER, { recursive: true, force: true })
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    outdir: FOLDER,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: EXTERNAL,
    metafile: true,
    sourcemap: true,
    // Packages in the older format ask for Node's own modules by `require`.
    banner: { js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);" },
    plugins: [ownFiles],
    logLevel: 'warning',
  })
  await writeFile(join(FOLDER, 'inputs.json'), JSON.stringify(await stampsOf(metafile)))
}

/** Size and time of each source file, as `findBuilt` compares them. */
async function stampsOf({ inputs }: Metafile): Promise<Record<string, string>> {
  const own = Object.keys(inputs).filter((path) => !path.includes('node_modules/'))
  const stamps = [...own, 'package-lock.json'].map(async (path) => {
    const { size, mtimeMs } = await stat(join(ROOT, path))
    return [path, `${size} ${mtimeMs}`]
  })
  return Object.fromEntries(await Promise.all(stamps))
}
