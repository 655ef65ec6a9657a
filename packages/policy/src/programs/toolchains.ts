// Toolchains are found by the files of a workspace: names only, nothing is opened.
import type { Toolchain } from './program.ts'

/** Names of files, `*` for any text; a `/` fixes the folder directly above. */
export const TOOLCHAIN_FILES: Readonly<Record<Toolchain, readonly string[]>> = {
  node: ['package.json', 'pnpm-workspace.yaml', 'bun.lockb', 'bun.lock', 'tsconfig.json', 'jsconfig.json'],
  deno: ['deno.json', 'deno.jsonc', 'deno.lock'],
  python: [
    'pyproject.toml',
    'setup.py',
    'setup.cfg',
    'requirements*.txt',
    'requirements/*.txt',
    'Pipfile',
    'tox.ini',
    'noxfile.py',
    'pytest.ini',
    'uv.lock',
    'poetry.lock',
    'environment.yml',
    'environment.yaml',
    'manage.py',
    'conftest.py',
    'mypy.ini',
    'ruff.toml',
  ],
  rust: ['Cargo.toml', 'rust-project.json'],
  go: ['go.mod', 'go.work'],
  make: [
    'Makefile',
    'makefile',
    'GNUmakefile',
    '*.mk',
    'justfile',
    'Justfile',
    'Taskfile.yml',
    'Taskfile.yaml',
    'CMakeLists.txt',
    'configure',
    'configure.ac',
  ],
  cmake: ['CMakeLists.txt', 'CMakePresets.json', 'meson.build', 'build.ninja', 'MODULE.bazel', 'WORKSPACE', 'WORKSPACE.bazel'],
  maven: ['pom.xml', 'mvnw'],
  gradle: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts', 'gradlew', 'build.sbt'],
  dotnet: ['*.sln', '*.slnx', '*.csproj', '*.fsproj', '*.vbproj', 'global.json', 'Directory.Build.props'],
  ruby: ['Gemfile', 'Rakefile', '*.gemspec', 'config.ru'],
  php: ['composer.json', 'phpunit.xml', 'phpunit.xml.dist', 'artisan'],
  dart: ['pubspec.yaml'],
  swift: ['Package.swift', '*.xcodeproj/project.pbxproj', '*.xcworkspace/contents.xcworkspacedata', 'Podfile'],
  elixir: ['mix.exs'],
  docker: [
    'Dockerfile',
    'Dockerfile.*',
    '*.dockerfile',
    'Containerfile',
    'docker-compose*.yml',
    'docker-compose*.yaml',
    'compose.yml',
    'compose.yaml',
    'compose.*.yml',
    'compose.*.yaml',
  ],
  terraform: ['*.tf', '*.tofu', '.terraform.lock.hcl'],
}

const MAX_FOLDERS = 3
/** Folders that hold the projects of others. */
const FOREIGN = new Set(['node_modules', 'vendor', 'site-packages', 'target', 'dist', 'build'])

/** The toolchains whose files are among these paths, relative to the workspace, in the order of the table. */
export function findToolchains(names: readonly string[]): Toolchain[] {
  const own = names.map((name) => name.split('/')).filter(isOwn)
  const found = Object.entries(TOOLCHAIN_FILES).filter(([, patterns]) =>
    patterns.some((pattern) => own.some((parts) => fits(parts, pattern))),
  )
  return found.map(([toolchain]) => toolchain as Toolchain)
}

function isOwn(parts: readonly string[]): boolean {
  const folders = parts.slice(0, -1)
  return folders.length <= MAX_FOLDERS && !folders.some((folder) => folder.startsWith('.') || FOREIGN.has(folder))
}

function fits(parts: readonly string[], pattern: string): boolean {
  const wanted = pattern.split('/')
  const tail = parts.slice(-wanted.length)
  return tail.length === wanted.length && wanted.every((part, index) => fitsName(tail[index] as string, part))
}

function fitsName(name: string, pattern: string): boolean {
  const [start = '', ...ends] = pattern.split('*')
  if (ends.length === 0) return name === pattern
  const end = ends.join('*')
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end)
}
