// deno: its own settings (deno.json) name tasks, imports and permissions, so nothing of it is LOW.
import { text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { raise, row } from '../row.ts'

const WATCHES = raise('serves', '--watch --watch-hmr')

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const DENO: readonly Program[] = [
  {
    names: 'deno',
    toolchain: 'deno',
    options: { '-L --log-level': text, '-c --config': word },
    rows: [
      row('run|test|bench|check|compile|bundle|task|coverage|doc', 'builds', 'deno test', 'deno test --watch', { raises: WATCHES }),
      row('lint|fmt', 'builds', 'deno fmt', 'deno fmt --watch', { raises: WATCHES }),
      row('info|types|--version|-V|help|--help', 'looks', 'deno --version', 'deno upgrade'),
      row('add|install|i|cache|outdated|update|audit|vendor|init|create', 'fetches', 'deno add jsr:@std/fs', 'deno install -g x', {
        raises: raise('installs', '-g --global'),
      }),
      row('remove|uninstall|clean|approve-scripts', 'builds', 'deno remove x', 'deno uninstall -g x', {
        raises: raise('installs', '-g --global'),
      }),
      row('serve|lsp', 'serves', 'deno serve a.ts', 'deno serve ../a.ts'),
      row('eval|repl', 'code', 'deno eval 1', 'deno repl ../x'),
      row('jupyter|upgrade|completions', 'installs', 'deno upgrade', 'deno upgrade ../x'),
      row('publish|deploy', 'sends', 'deno publish', 'deno publish ../x'),
    ],
  },
]
