// Ruby: Gemfile, Rakefile and .rspec are code or name it.
import { text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { programsOf, raise, row } from '../row.ts'

const tool = programsOf('ruby')

const DATABASE_TASKS =
  'db:migrate db:rollback db:create db:drop db:reset db:setup db:seed db:prepare db:schema:load db:migrate:status db:migrate:reset db:purge'

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const RUBY: readonly Program[] = [
  {
    names: 'bundle bundler',
    toolchain: 'ruby',
    rows: [
      row('exec|e', 'builds', 'bundle exec rspec', 'bundle install', { runs: 'program' }),
      row('install|i|update|add|lock|outdated|package|cache|init|gem', 'fetches', 'bundle install', 'bundle install --system', {
        raises: raise('installs', '--system --path --global'),
      }),
      row('remove|clean|pristine|binstubs|binstub', 'builds', 'bundle clean', 'bundle config set a b'),
      row('check|list|ls|show|info|platform|licenses|viz|doctor|env|version|--version|-v|help', 'looks', 'bundle list', 'bundle install'),
      row('config|plugin', 'installs', 'bundle config set a b', 'bundle config set a ../b'),
      row('open|console', 'code', 'bundle console', 'bundle open ../x'),
    ],
  },
  tool('rake', 'builds', ['rake test', 'rake db:migrate'], {
    options: {
      '-f --rakefile -C --directory -I --libdir -R --rakelibdir': word,
      '-e --execute -p --execute-print -E --execute-continue': text,
    },
    raises: {
      ...raise('code', '-e --execute -p --execute-print -E --execute-continue'),
      ...raise('controls', DATABASE_TASKS),
      ...raise('sends', 'release release:rubygem_push deploy'),
    },
  }),
  tool('rspec cucumber minitest m', 'builds', ['rspec spec/a_spec.rb', 'rspec ../a_spec.rb'], {
    options: { '-e --example -t --tag -f --format': text },
  }),
  tool(
    'rubocop standardrb reek brakeman erblint haml-lint fasterer sorbet srb steep solargraph yard rdoc erb haml sass-convert',
    'builds',
    ['rubocop -a', 'rubocop ../x'],
  ),
  tool('guard foreman overmind puma unicorn thin rackup passenger sidekiq jekyll middleman', 'serves', ['rackup', 'rackup ../config.ru']),
  {
    names: 'rails',
    toolchain: 'ruby',
    otherwise: 'builds',
    rows: [
      row(
        'test|t|generate|g|destroy|d|assets:precompile|zeitwerk:check|tmp:clear|log:clear|spec',
        'builds',
        'rails test',
        'rails db:migrate',
      ),
      row('routes|about|stats|notes|middleware|initializers|--version|-v|version|help', 'looks', 'rails routes', 'rails db:migrate'),
      row('server|s', 'serves', 'rails server', 'rails console'),
      row(
        'console|c|runner|r|dbconsole|db|credentials:edit|credentials:show|encrypted:edit|secrets:edit',
        'code',
        'rails console',
        'rails runner ../a.rb',
      ),
      row(DATABASE_TASKS.replaceAll(' ', '|'), 'controls', 'rails db:migrate', 'rails db:migrate ../x'),
      row('new|app:update', 'fetches', 'rails new app', 'rails new ../app'),
    ],
  },
  {
    names: 'gem',
    toolchain: 'ruby',
    rows: [
      row('build|unpack', 'builds', 'gem build a.gemspec', 'gem push a.gem'),
      row('list|contents|dependency|environment|env|specification|spec|which|help|--version|-v|info', 'looks', 'gem list', 'gem install a'),
      row('search|fetch|outdated', 'fetches', 'gem search a', 'gem install a'),
      row('install|i|uninstall|update|cleanup|pristine|sources|setup|rdoc', 'installs', 'gem install a', 'gem install ../a.gem'),
      row('push|yank|owner|signin|signout', 'sends', 'gem push a.gem', 'gem push ../a.gem'),
    ],
  },
  {
    names: 'ruby',
    toolchain: 'ruby',
    rows: [
      row('', 'builds', 'ruby scripts/a.rb', 'ruby -e 1', { options: { '-e': text, '-I -r -C -x': word }, raises: raise('code', '-e -r') }),
      row('--version|-v', 'reads', 'ruby --version', 'ruby a.rb', { options: {}, operands: 'none' }),
    ],
  },
  tool('irb pry', 'code', ['irb', 'irb ../a.rb']),
  tool('rbenv rvm chruby', 'installs', ['rbenv install 3.3.0', 'rbenv install ../x']),
  tool('capistrano kamal mina', 'sends', ['kamal deploy', 'kamal deploy -c ../x']),
  tool('pod', 'fetches', ['pod install', 'pod install --project-directory=../x'], { raises: raise('sends', 'trunk push') }),
]
