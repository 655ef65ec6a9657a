// Elixir and Erlang: mix.exs is code.
import { text } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { raise, row } from '../row.ts'

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const ELIXIR: readonly Program[] = [
  {
    names: 'mix',
    toolchain: 'elixir',
    // Another word is a task of the project.
    otherwise: 'builds',
    rows: [
      row(
        'test|compile|format|clean|credo|dialyzer|docs|release|escript.build|xref|deps.clean|deps.compile|phx.digest|phx.routes|coveralls|sobelow',
        'builds',
        'mix test',
        'mix deps.get',
      ),
      row(
        'new|phx.gen.schema|phx.gen.context|phx.gen.html|phx.gen.live|phx.gen.json|ecto.gen.migration',
        'builds',
        'mix new app',
        'mix new ../app',
      ),
      row('deps|deps.tree|help|app.tree|hex.info|--version|-v', 'looks', 'mix deps', 'mix deps.get'),
      row('deps.get|deps.update|deps.unlock|hex.outdated|hex.audit|phx.new', 'fetches', 'mix deps.get', 'mix hex.publish'),
      row(
        'ecto.create|ecto.drop|ecto.migrate|ecto.rollback|ecto.reset|ecto.setup|ecto.load|ecto.dump|ecto.migrations|setup',
        'controls',
        'mix ecto.migrate',
        'mix ecto.migrate --migrations-path ../x',
      ),
      row('phx.server', 'serves', 'mix phx.server', 'mix local.hex'),
      row('run', 'builds', 'mix run a.exs', 'mix run -e 1', {
        options: { '-e --eval -r --require': text },
        raises: { ...raise('code', '-e --eval'), ...raise('serves', '--no-halt') },
      }),
      row('eval|cmd|do', 'code', 'mix eval 1', 'mix eval ../x'),
      row(
        'local|local.hex|local.rebar|archive.install|archive.uninstall|escript.install|archive',
        'installs',
        'mix local.hex',
        'mix archive.install ../x',
      ),
      row('hex.publish|hex.user|hex.organization|hex.owner|hex.retire', 'sends', 'mix hex.publish', 'mix hex.publish ../x'),
    ],
  },
  {
    names: 'elixir iex erl escript elixirc erlc rebar3 gleam',
    toolchain: 'elixir',
    rows: [
      row('', 'builds', 'elixir a.exs', 'elixir -e 1', {
        options: { '-e --eval -r -pr -S': text },
        raises: raise('code', '-e --eval -S -eval'),
      }),
    ],
  },
]
