// PHP: composer.json holds scripts and plugins.
import { text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { programsOf, raise, row } from '../row.ts'

const tool = programsOf('php')

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const PHP: readonly Program[] = [
  {
    names: 'composer',
    toolchain: 'php',
    options: { '-d --working-dir': word },
    // Another word is a script of composer.json.
    otherwise: 'builds',
    rows: [
      row(
        'install|i|update|u|upgrade|require|r|create-project|outdated|audit|search|browse|diagnose|bump|reinstall',
        'fetches',
        'composer install',
        'composer global require x',
      ),
      row(
        'remove|rm|uninstall|dump-autoload|dumpautoload|run-script|run|archive|test|init',
        'builds',
        'composer run-script test',
        'composer install',
      ),
      row('exec', 'builds', 'composer exec phpunit', 'composer install', { runs: 'program' }),
      row(
        'show|info|why|depends|why-not|prohibits|licenses|validate|status|check-platform-reqs|suggests|fund|about|list|help|--version|-V',
        'looks',
        'composer show',
        'composer install',
      ),
      row(
        'config|global|self-update|selfupdate|clear-cache|clearcache|cc',
        'installs',
        'composer global require x',
        'composer config a ../b',
      ),
    ],
  },
  tool('phpunit pest phpspec codecept behat paratest infection', 'builds', ['phpunit tests', 'phpunit ../tests'], {
    options: { '--filter --group --testsuite': text, '-c --configuration --bootstrap': word },
  }),
  tool('phpstan psalm phan phpcs phpcbf php-cs-fixer pint rector phpmd php-parallel-lint twigcs deptrac', 'builds', [
    'phpstan analyse src',
    'phpstan analyse ../src',
  ]),
  {
    names: 'php',
    toolchain: 'php',
    rows: [
      row('', 'builds', 'php artisan test', 'php -r 1', {
        options: { '-r --run -R -B -E -F -d --define': text, '-c --php-ini -z -t --docroot -S --server -f --file': word },
        raises: {
          ...raise('code', '-r --run -R -B -E -F -a --interactive -d --define -c --php-ini -z'),
          ...raise('serves', '-S --server serve'),
        },
      }),
      row('--version|-v', 'reads', 'php --version', 'php a.php', { options: {}, operands: 'none' }),
      row('-l|--syntax-check|-m|-i|--ini', 'looks', 'php -l a.php', 'php a.php'),
    ],
  },
  tool('sail', 'controls', ['sail up', 'sail up ../x']),
  tool('symfony laravel drush wp', 'code', ['symfony check', 'symfony check --dir=../x']),
]
