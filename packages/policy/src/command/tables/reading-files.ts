// cat, head, tail, wc (GNU coreutils 9): they print files, parts of files or counts.
import { asks, dangerous, flags, type OptionTable, optionalText, path, text } from '../option-table.ts'

const base = { risk: 'LOW', reason: 'command.reads-files', operands: 'read', dashIsInput: true } as const

export const CAT: OptionTable = {
  ...base,
  command: 'cat',
  options: flags(
    '-A --show-all -b --number-nonblank -e -E --show-ends -n --number -s --squeeze-blank -t -T --show-tabs -u -v',
    '--show-nonprinting --help --version',
  ),
}

const PRINTING = flags('-q --quiet --silent -v --verbose -z --zero-terminated --help --version')

export const HEAD: OptionTable = {
  ...base,
  command: 'head',
  options: { ...PRINTING, '-c --bytes': text, '-n --lines': text },
  shorthand: /^-[0-9]+[bcklmqvz]*$/,
}

const NEVER_ENDS = 'option.goes-on'

export const TAIL: OptionTable = {
  ...base,
  command: 'tail',
  options: {
    ...PRINTING,
    '-c --bytes': text,
    '-n --lines': text,
    '-f': asks(NEVER_ENDS),
    '--follow': asks(NEVER_ENDS, optionalText),
    '-F': asks('option.goes-on-reopening'),
    '--retry': asks('option.reopens'),
    '-s --sleep-interval': text,
    '--max-unchanged-stats': text,
    '--pid': asks('option.watches-process', text),
  },
  // `-50f` also follows the file; it is left to the option parser, which does not know it.
  shorthand: /^-[0-9]+[bcl]?$/,
}

export const WC: OptionTable = {
  ...base,
  command: 'wc',
  options: {
    ...flags('-c --bytes -m --chars -l --lines -L --max-line-length -w --words --help --version'),
    '--total': text,
    '--files0-from': dangerous('option.unjudged-names', path),
  },
}
