// Bytes, checksums and kinds of files.
import { flags, type Options, optionalText, text } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { takesNames, takesNamesFrom } from '../row.ts'
import { printing } from './printing.ts'

const CHECKSUM: Options = {
  ...flags('-b --binary --tag -t --text -z --zero --ignore-missing --quiet --status --strict -w --warn'),
  '-c --check': takesNames,
}

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const BYTES: readonly Program[] = [
  printing(
    'od',
    {
      ...flags('-a -b -c -d -e -f -h -i -l -o -s -x -B -D -F -H -I -L -O -X -v --output-duplicates --traditional'),
      '-A --address-radix --endian -j --skip-bytes -N --read-bytes -t --format -S': text,
      '--strings --width -w': optionalText,
    },
    'read',
    ['od -An -tx1 a.bin', 'od ../a.bin'],
  ),
  printing(
    'xxd',
    // xxd ignores what follows the letter of a switch, so `-pc` is `-p`.
    { '-a -b -C -E -d -e -h -i -p -r -u -v': optionalText, '-c -g -l -o -s': text },
    'read',
    ['xxd -l 64 a.bin', 'xxd -p a.bin b.txt'],
  ),
  printing(
    'hexdump hd',
    {
      ...flags('-b --one-byte-octal -c --one-byte-char -C --canonical -d --two-bytes-decimal -o --two-bytes-octal -x --two-bytes-hex'),
      ...flags('-v --no-squeezing -h -V'),
      '-L --color': optionalText,
      '-e --format -n --length -s --skip': text,
      '-f --format-file': takesNamesFrom,
    },
    'read',
    ['hexdump -C -n 64 a.bin', 'hexdump -f formats a.bin'],
  ),
  printing('base64 base32', { ...flags('-d --decode -i --ignore-garbage'), '-w --wrap': text }, 'read', [
    'base64 -d a.txt',
    'base64 ../a.txt',
  ]),
  printing('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum', CHECKSUM, 'read', ['sha256sum a.bin', 'sha256sum -c SUMS']),
  printing('b2sum', { ...CHECKSUM, '-l --length': text }, 'read', ['b2sum a.bin', 'b2sum -c SUMS']),
  printing('cksum', { ...CHECKSUM, ...flags('--untagged --debug'), '-a --algorithm -l --length': text }, 'read', [
    'cksum a.bin',
    'cksum -c SUMS',
  ]),
  printing('sum', flags('-r -s --sysv'), 'read', ['sum a.bin', 'sum ../a.bin']),
  printing(
    'file',
    {
      ...flags('-b --brief -c --checking-printout -i --mime --mime-type --mime-encoding --apple --extension -k --keep-going -l --list -v'),
      ...flags('-L --dereference -h --no-dereference -n --no-buffer -N --no-pad -0 --print0 -r --raw -E'),
      '-e --exclude --exclude-quiet -F --separator -P --parameter': text,
    },
    'read',
    ['file -b --mime-type a.bin', 'file -m magic a.bin'],
  ),
]
