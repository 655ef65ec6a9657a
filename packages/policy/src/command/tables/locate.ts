// locate: it searches an index of the whole machine, so it is never harmless.
import { dangerous, flags, type OptionTable, text } from '../option-table.ts'

export const LOCATE: OptionTable = {
  command: 'locate',
  risk: 'HIGH',
  reason: 'command.searches-machine',
  operands: 'text',
  options: {
    ...flags('-A --all -b --basename -c --count -e --existing -i --ignore-case -L --follow -P -H --nofollow -q --quiet -0 --null'),
    ...flags('-S --statistics -w --wholename -V --version --help -p --ignore-spaces -t --transliterate'),
    '-l -n --limit': text,
    '-r --regexp': text,
    '--regex': {},
    '-d --database': dangerous('option.reads-other-index', { takes: 'value', kind: 'path' }),
  },
}
