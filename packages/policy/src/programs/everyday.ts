// All programs of everyday work by name. A row with no words is for the program alone where `otherwise` says what other words mean, and else
// for whatever words it has. A row with `script` whose last word is not `run` names the script itself: `npm test`, `pnpm dev`.
import type { Program } from './program.ts'
import { DART, SWIFT } from './tables/compiled/apple-and-flutter.ts'
import { DOTNET } from './tables/compiled/dotnet.ts'
import { GO_TOOLS } from './tables/compiled/go.ts'
import { JVM } from './tables/compiled/jvm.ts'
import { NATIVE } from './tables/compiled/native.ts'
import { RUST } from './tables/compiled/rust.ts'
import { DENO } from './tables/node/deno.ts'
import { NODE_PACKAGES } from './tables/node/packages.ts'
import { NODE_TOOLS } from './tables/node/tools.ts'
import { PYTHON_PACKAGES } from './tables/python/packages.ts'
import { PYTHON_TOOLS } from './tables/python/tools.ts'
import { ELIXIR } from './tables/scripting/elixir.ts'
import { PHP } from './tables/scripting/php.ts'
import { RUBY } from './tables/scripting/ruby.ts'
import { CONTAINERS } from './tables/services/containers.ts'
import { DATABASES } from './tables/services/databases.ts'
import { INFRASTRUCTURE } from './tables/services/infrastructure.ts'
import { HOSTS_AND_PROCESSES } from './tables/services/machine.ts'
import { BYTES } from './tables/utilities/bytes.ts'
import { FILES } from './tables/utilities/files.ts'
import { MACHINE } from './tables/utilities/machine.ts'
import { PATHS } from './tables/utilities/paths.ts'
import { SEARCHING } from './tables/utilities/searching.ts'
import { TEXT } from './tables/utilities/text.ts'

export const ALL_PROGRAMS: readonly Program[] = [
  ...[TEXT, BYTES, PATHS, MACHINE, SEARCHING, FILES],
  ...[NODE_PACKAGES, NODE_TOOLS, DENO, PYTHON_PACKAGES, PYTHON_TOOLS],
  ...[RUST, GO_TOOLS, NATIVE, JVM, DOTNET, DART, SWIFT, RUBY, PHP, ELIXIR],
  ...[CONTAINERS, INFRASTRUCTURE, DATABASES, HOSTS_AND_PROCESSES],
].flat()

export const EVERYDAY_PROGRAMS: ReadonlyMap<string, Program> = new Map(
  ALL_PROGRAMS.flatMap((program) => program.names.split(' ').map((name) => [name, program] as const)),
)
