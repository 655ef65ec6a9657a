// Files of the workspace in which lines are run, and words that a program or a shell may take for something else.

/** Names of files that look like options, commands or parts of a shell line. What they would do is seen: `id` starts, `made` is written. */
export const HOSTILE_NAMES = [
  ...['-e1e id', '--pre=id', '-o made', '$(touch y)', '-exec', '--output=made', ';touch z', 'a b.txt', '-', '--', '-f', '`id`', '-delete'],
  ...['--to-command=id', '-I', '&& id', 'x\ny', '-print0', '-wmade', "it's", '"q"', '*', '?', '~', 'W', '-c', '@/etc/passwd', '-r', '-i'],
  ...['a[$(id)]', 'x=$(id)', '--files0-from=a.txt', '-C', '--compress-program=id'],
]

export const ORDINARY_FILES: Readonly<Record<string, string>> = {
  'a.txt': 'one\ntwo\nthree\na[$(id)]\n',
  'b.csv': 'b,2\na,1\n',
  'src/main.ts': 'export const x = 1\n',
  'src/deep/c.md': '# c\n',
  'package.json': '{"name":"x","scripts":{"test":"touch made-by-script"}}\n',
  Makefile: 'X := $(shell touch made-by-make)\nall:\n\ttouch made\n',
  'pyproject.toml': '[project]\nname = "x"\n',
  'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\n',
  'go.mod': 'module x\n',
  '.env': 'SECRET=1\n',
}

/** What decides for many a program which version of it is run, and with which settings. */
export const SETTINGS: Readonly<Record<string, string>> = {
  '.python-version': '../../../tmp\n',
  '.tool-versions': 'python path:./evil\nnodejs path:./evil\n',
  '.node-version': '../../evil\n',
  '.ruby-version': '../../evil\n',
  'rust-toolchain.toml': '[toolchain]\npath = "./evil"\n',
  '.ripgreprc': '--pre=id\n',
  '.rgignore': '!*\n',
  '.gitattributes': '* diff=evil filter=evil\n',
  '.editorconfig': 'root = true\n',
  '.jq': 'def evil: input;\n',
  '.irbrc': 'system "id"\n',
  '.hotspotrc': '+PrintVMOptions\n',
  '.lesskey': '#command\n',
  'sitecustomize.py': 'import os\nos.system("id")\n',
}

export const ORDINARY_NAMES = Object.keys(ORDINARY_FILES)
export const NAMES = [...ORDINARY_NAMES, 'src', '.', 'missing', ...HOSTILE_NAMES]
export const GLOBS = ['*', '*.txt', 'src/*', './*', '-- *', '**', '?.txt', '[a-z]*', '{a.txt,-r}', '{,./}*']
export const VALUES = ['1', '5', 'x', '1,3', 'a', '%s', '{print $1}', '1p', 's/a/b/', '.name', '-', 'one']

export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
