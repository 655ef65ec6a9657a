// echo, date, pwd, whoami (GNU coreutils 9).
import { dangerous, flags, type OptionTable, optionalText, path, text } from '../option-table.ts'

export const ECHO: OptionTable = {
  command: 'echo',
  risk: 'LOW',
  reason: 'command.prints-text',
  operands: 'text',
  options: flags('-n -e -E'),
}

export const DATE: OptionTable = {
  command: 'date',
  risk: 'LOW',
  reason: 'command.prints-date',
  operands: 'text',
  options: {
    ...flags('--debug --resolution -R --rfc-email --rfc-822 --rfc-2822 -u --utc --universal --uct --help --version'),
    '-d --date': text,
    '-I --iso-8601': optionalText,
    '--rfc-3339': text,
    '-r --reference': path,
    '-f --file': dangerous('option.unjudged-dates', path),
    '-s --set': dangerous('option.sets-clock', text),
  },
}

export const PWD: OptionTable = {
  command: 'pwd',
  risk: 'LOW',
  reason: 'command.prints-folder',
  operands: 'none',
  options: flags('-L --logical -P --physical --help --version'),
}

export const WHOAMI: OptionTable = {
  command: 'whoami',
  risk: 'LOW',
  reason: 'command.prints-user',
  operands: 'none',
  options: flags('--help --version'),
}
