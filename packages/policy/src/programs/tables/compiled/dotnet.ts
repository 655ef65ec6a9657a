// .NET: global.json names the version of the tools and project files run code, so nothing is LOW.
import { text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { raise, row } from '../row.ts'

const VALUES = {
  '-c --configuration -f --framework -r --runtime -v --verbosity --filter -l --logger -p --property': text,
  '-o --output': word,
}

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const DOTNET: readonly Program[] = [
  {
    names: 'dotnet',
    toolchain: 'dotnet',
    rows: [
      row('build|test|run|publish|pack|clean|format|msbuild|vstest|store', 'builds', 'dotnet test', 'dotnet watch test', {
        options: VALUES,
      }),
      row('exec', 'builds', 'dotnet exec bin/a.dll', 'dotnet exec ../a.dll'),
      row('restore|add|update|outdated', 'fetches', 'dotnet restore', 'dotnet restore -s http://x', {
        raises: raise('sends', '-s --source'),
      }),
      row('remove|sln|solution|reference', 'changes', 'dotnet sln add a.csproj', 'dotnet sln add ../a.csproj'),
      row('package add|update|search', 'fetches', 'dotnet package add x', 'dotnet nuget push x'),
      row('package list|remove', 'builds', 'dotnet package list', 'dotnet package add x'),
      row('new', 'builds', 'dotnet new console -o app', 'dotnet new install x', {
        raises: raise('installs', 'install uninstall update --install -i --uninstall'),
      }),
      row('list|help|--version|--info|--list-sdks|--list-runtimes|--help|-h', 'looks', 'dotnet --version', 'dotnet restore'),
      row('watch', 'serves', 'dotnet watch test', 'dotnet watch --project ../x test'),
      row('ef migrations|dbcontext', 'builds', 'dotnet ef migrations add A', 'dotnet ef database update'),
      row('ef database', 'controls', 'dotnet ef database update', 'dotnet ef database update --project ../x'),
      row('tool restore|list|search', 'fetches', 'dotnet tool restore', 'dotnet tool install x'),
      row('tool run', 'builds', 'dotnet tool run x', 'dotnet tool install x'),
      row('tool install|update|uninstall', 'installs', 'dotnet tool install -g x', 'dotnet tool install --tool-path ../x x'),
      row(
        'workload|dev-certs|user-secrets|sdk|store-cache|completions',
        'installs',
        'dotnet workload update',
        'dotnet workload install ../x',
      ),
      row('build-server', 'controls', 'dotnet build-server shutdown', 'dotnet build-server ../x'),
      row('fsi|script|csi|repl', 'code', 'dotnet fsi a.fsx', 'dotnet fsi ../a.fsx'),
      row('nuget push|delete|trust|sign', 'sends', 'dotnet nuget push a.nupkg', 'dotnet nuget push ../a.nupkg'),
      row('nuget list|verify|why', 'looks', 'dotnet nuget list source', 'dotnet nuget push a.nupkg'),
      row(
        'nuget add|remove|update|enable|disable|locals|config',
        'installs',
        'dotnet nuget locals all --clear',
        'dotnet nuget add source ../x',
      ),
    ],
  },
  { names: 'msbuild xbuild csc fsc mcs', toolchain: 'dotnet', rows: [row('', 'builds', 'csc a.cs', 'csc ../a.cs')] },
  { names: 'csharpier fantomas reportgenerator', toolchain: 'dotnet', rows: [row('', 'builds', 'csharpier .', 'csharpier ../x')] },
  {
    names: 'nuget',
    toolchain: 'dotnet',
    rows: [
      row('restore|install|update|search|list', 'fetches', 'nuget restore', 'nuget push a.nupkg'),
      row('pack|spec', 'builds', 'nuget pack', 'nuget push a.nupkg'),
      row('push|delete|setapikey|sources|config', 'sends', 'nuget push a.nupkg', 'nuget push ../a.nupkg'),
    ],
  },
]
