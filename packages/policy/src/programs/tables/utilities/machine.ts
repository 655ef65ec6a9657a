// Words, numbers and facts about the machine.
import { flags, optionalText, text } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { row } from '../row.ts'
import { HELP, printing } from './printing.ts'

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const MACHINE: readonly Program[] = [
  printing('which', flags('-a -s'), 'text', ['which cargo', 'which --unknown cargo']),
  printing('seq', { ...flags('-w --equal-width'), '-f --format -s --separator': text }, 'text', ['seq 1 10', 'seq --unknown 1']),
  printing('factor', flags('-h --exponents'), 'text', ['factor 12', 'factor --unknown 1']),
  printing('expr', {}, 'text', ['expr 1 + 2', 'expr --unknown']),
  // `printf -v` assigns a variable, and evaluates its subscript.
  printing('printf', {}, 'text', ['printf "%s\\n" a', 'printf -v a b']),
  printing('sleep', {}, 'text', ['sleep 1', 'sleep --unknown']),
  printing('nproc', { ...flags('--all'), '--ignore': text }, 'none', ['nproc', 'nproc x']),
  printing(
    'uname',
    flags(
      '-a --all -s --kernel-name -n --nodename -r --kernel-release -v --kernel-version -m --machine -p --processor -i --hardware-platform',
      '-o --operating-system',
    ),
    'none',
    ['uname -a', 'uname x'],
  ),
  printing('arch', {}, 'none', ['arch', 'arch x']),
  printing('id', flags('-a -Z --context -g --group -G --groups -n --name -r --real -u --user -z --zero'), 'text', [
    'id -u',
    'id --unknown',
  ]),
  printing('groups', {}, 'text', ['groups', 'groups --unknown']),
  printing('logname', {}, 'none', ['logname', 'logname x']),
  printing('tty', flags('-s --silent --quiet'), 'none', ['tty', 'tty x']),
  // An operand or `-F` sets the name, and the long forms ask a name server.
  printing('hostname', flags('-s --short -V -h'), 'none', ['hostname', 'hostname -f']),
  printing('printenv', flags('-0 --null'), 'text', ['printenv HOME', 'printenv --unknown']),
  printing('uptime', flags('-p --pretty -h -s --since -V'), 'none', ['uptime', 'uptime x']),
  printing(
    'free',
    flags('-b --bytes -k --kibi -m --mebi -g --gibi --kilo --mega --giga --si -h --human -l --lohi -t --total -w --wide -V'),
    'none',
    ['free -h', 'free -s 1'],
  ),
  printing(
    'lscpu',
    { ...flags('-a --all -b --online -c --offline -J --json -h -V -x --hex -y --physical'), '-e -p': optionalText },
    'none',
    ['lscpu -J', 'lscpu -s dir'],
  ),
  // `-m` unpacks the names of character sets with gzip.
  printing('locale', { ...flags('-a --all-locales -c --category-name -k --keyword-name -v --verbose') }, 'text', [
    'locale -a',
    'locale -m',
  ]),
  printing('getconf', flags('-a'), 'text', ['getconf _NPROCESSORS_ONLN', 'getconf -v POSIX_V7_LP64_OFF64 ARG_MAX']),
  printing('clear', { ...flags('-x -V'), '-T': text }, 'none', ['clear', 'clear x']),
  {
    names: 'tput',
    toolchain: 'utility',
    options: { '-T': text },
    rows: [
      // `init` and `reset` may run the program that the description of the terminal names.
      row(
        'cols|lines|colors|bold|dim|sgr0|setaf|setab|smul|rmul|rev|smso|rmso|clear|el|ed|cup|civis|cnorm|op|longname',
        'reads',
        'tput cols',
        'tput init',
        { options: flags('-x'), operands: 'text' },
      ),
      row('-V', 'reads', 'tput -V', 'tput reset', { options: {}, operands: 'none' }),
    ],
  },
  { names: 'yes', toolchain: 'utility', rows: [row('', 'looks', 'yes n', 'yes ../x', { options: HELP })] },
  {
    names: 'bc',
    toolchain: 'utility',
    rows: [
      row('', 'reads', 'bc -l', 'bc ../x', {
        options: flags('-h -i -l -q -s -w -v --help --interactive --mathlib --quiet --standard --warn --version'),
        operands: 'read',
      }),
    ],
  },
  { names: 'dc', toolchain: 'utility', rows: [row('', 'code', 'dc -e 1', 'dc ../x')] },
]
