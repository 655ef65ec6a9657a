// Searching and querying: rg 13 and 14, fd 8 and 9, ag, jq 1.6 and 1.7, yq. Their patterns are text; see operand-rules.ts.
import { flags, glob, optionalText, path, text } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { followsLinks, raise, row, runsNamed, runsProgram, takesNames, takesNamesFrom } from '../row.ts'

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
// No `--engine`: rg 13 takes it without its value, so that the word after it is an option of its own.
const RG: Program = {
  names: 'rg',
  toolchain: 'utility',
  rows: [
    row('', 'reads', 'rg -n -S -g "*.ts" needle src', 'rg --pre sh needle src', {
      operands: 'read',
      options: {
        ...flags('--auto-hybrid-regex --no-auto-hybrid-regex --binary --no-binary --block-buffered --no-block-buffered -b --byte-offset'),
        ...flags('--no-byte-offset -s --case-sensitive --column --no-column -c --count --count-matches --crlf --no-crlf --debug --trace'),
        ...flags(
          '--no-context-separator --no-encoding --files -l --files-with-matches --files-without-match -F --fixed-strings --no-follow',
        ),
        ...flags('--no-fixed-strings --glob-case-insensitive --no-glob-case-insensitive --heading --no-heading -. --hidden --no-hidden'),
        ...flags('-i --ignore-case --ignore-file-case-insensitive --no-ignore-file-case-insensitive --include-zero --no-include-zero'),
        ...flags('-v --invert-match --no-invert-match --json --no-json --line-buffered --no-line-buffered -n --line-number -N'),
        ...flags('--no-line-number -x --line-regexp --max-columns-preview --no-max-columns-preview --mmap --no-mmap -U --multiline'),
        ...flags(
          '--no-multiline --multiline-dotall --no-multiline-dotall --no-config -I --no-filename --no-ignore --ignore --no-ignore-dot',
        ),
        ...flags('--ignore-dot --no-ignore-exclude --ignore-exclude --no-ignore-files --ignore-files --no-ignore-global --ignore-global'),
        ...flags('--no-ignore-messages --ignore-messages --no-ignore-parent --ignore-parent --no-ignore-vcs --ignore-vcs --no-messages'),
        ...flags(
          '--messages --no-pcre2-unicode --pcre2-unicode --no-require-git --require-git --no-unicode --unicode -0 --null --null-data',
        ),
        ...flags(
          '--one-file-system --no-one-file-system -o --only-matching --passthru --passthrough -P --pcre2 --no-pcre2 --pcre2-version',
        ),
        ...flags(
          '--no-pre -p --pretty -q --quiet --no-search-zip -S --smart-case --sort-files --no-sort-files --stats --no-stats -a --text',
        ),
        ...flags('--no-text --trim --no-trim --type-list -u --unrestricted -V --version -h --help --vimgrep -H --with-filename -w'),
        ...flags('--word-regexp --stop-on-nonmatch'),
        '-A --after-context -B --before-context -C --context --color --colors --context-separator --dfa-size-limit -E --encoding': text,
        '-e --regexp --field-context-separator --field-match-separator -M --max-columns -m': text,
        '-g --glob --iglob': glob,
        '--max-count --max-depth --maxdepth -d --max-filesize --path-separator --regex-size-limit -r --replace --sort --sortr -j': text,
        '--threads -t --type -T --type-not --type-add --type-clear --hyperlink-format --generate': text,
        '-f --file --ignore-file': takesNamesFrom,
        // Listed, since `--pre` would else be an abbreviation of `--pretty`.
        '--pre --pre-glob --hostname-bin': runsNamed,
        '-z --search-zip': runsProgram,
        '-L --follow': followsLinks,
      },
    }),
  ],
}

const FD: Program = {
  names: 'fd fdfind',
  toolchain: 'utility',
  rows: [
    row('', 'reads', 'fd -e ts -t f parser src', 'fd -x cat', {
      operands: 'list',
      options: {
        ...flags(
          '-H --hidden --no-hidden -I --no-ignore --ignore -u --unrestricted --no-ignore-vcs --ignore-vcs --no-ignore-parent --prune',
        ),
        ...flags('--no-global-ignore-file --no-require-git --require-git -s --case-sensitive -i --ignore-case -g --glob --regex -F'),
        ...flags('--fixed-strings -a --absolute-path --relative-path --no-follow -p --full-path -0 --print0 -1 -q --quiet --has-results'),
        ...flags('--show-errors --one-file-system --mount --xdev -h --help -V --version'),
        '-L --follow': followsLinks,
        '--and -d --max-depth --maxdepth --min-depth --exact-depth -E --exclude -t --type -e --extension -S --size': text,
        '--changed-within --change-newer-than --newer --changed-after --changed-before --change-older-than --older -o --owner': text,
        '-c --color -j --threads --max-buffer-time --max-results --path-separator --format': text,
        '--strip-cwd-prefix --hyperlink': optionalText,
        '--base-directory -C --search-path': path,
        '--ignore-file': takesNamesFrom,
        '-x --exec -X --exec-batch -l --list-details': runsProgram,
      },
    }),
  ],
}

const AG: Program = {
  names: 'ag',
  toolchain: 'utility',
  rows: [
    row('', 'reads', 'ag -i needle src', 'ag --pager sh needle', {
      operands: 'read',
      options: {
        ...flags('--ackmate -a --all-types --break --nobreak -c --count --color --nocolor --column --filename --nofilename -H --heading'),
        ...flags('--noheading -l --files-with-matches -L --files-without-matches --line-numbers --numbers --nonumbers -o --only-matching'),
        ...flags('--stats --stats-only --vimgrep -0 --null --print0 -F --fixed-strings --hidden -i --ignore-case -Q --literal -q -s'),
        ...flags(
          '--case-sensitive -S --smart-case -t --all-text -u --unrestricted -U --skip-vcs-ignores -v --invert-match -w --word-regexp',
        ),
        ...flags('--one-device --print-all-files --silent -r --recurse -n --norecurse --nopager --list-file-types -V --version --help'),
        '-A --after -B --before -C --context': optionalText,
        '--depth -m --max-count -g -G --file-search-regex --ignore --ignore-dir -W --width': text,
      },
    }),
  ],
}

const JQ: Program = {
  names: 'jq',
  toolchain: 'utility',
  rows: [
    row('', 'reads', 'jq -r ".scripts | keys[]" package.json', 'jq --slurpfile a b.json . package.json', {
      operands: 'read',
      options: {
        ...flags('-c --compact-output -n --null-input -e --exit-status -s --slurp -r --raw-output -R --raw-input -C --color-output -a'),
        ...flags('-M --monochrome-output -S --sort-keys --tab -j --join-output --ascii-output --seq --stream --stream-errors --unbuffered'),
        ...flags('--raw-output0 -h --help -V --version --build-configuration'),
        '-f --from-file': takesNames,
        '--indent': text,
      },
    }),
  ],
}

// One yq runs jq, the other has operators that load files: neither is LOW.
const YQ: Program = {
  names: 'yq',
  toolchain: 'utility',
  rows: [
    row('', 'looks', 'yq .services compose.yaml', 'yq -i .a=1 compose.yaml', {
      raises: raise('changes', '-i --in-place --inplace -s --split-exp'),
    }),
  ],
}

const XMLLINT: Program = {
  names: 'xmllint',
  toolchain: 'utility',
  rows: [
    row('', 'looks', 'xmllint --noout pom.xml', 'xmllint --output b.xml pom.xml', {
      raises: { ...raise('changes', '--output -o'), ...raise('code', '--shell') },
    }),
  ],
}

export const SEARCHING: readonly Program[] = [RG, FD, AG, JQ, YQ, XMLLINT]
