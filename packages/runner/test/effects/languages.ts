// Programs whose arguments are a language of their own: texts that only read beside texts that run, write or reach out, in parts that are put
// together at random. The judge must tell them apart.
import fc from 'fast-check'
import { argumentsOf, READING_COMMANDS } from '../oracle/arguments.ts'
import { quote } from './names.ts'

const SED = [
  ...['1p', '2,3p', '$d', 's/a/b/', 's/a/b/g', 's/one/id/e', 's/a/b/w made', '1e id', 'e', '1w made', 'r a.txt', 'y/abc/def/', '/a/,/b/p'],
  ...[
    '1!G;h;$!d',
    'n;d',
    'a\\\nx',
    'i x',
    'c x',
    '1{p;q}',
    's,a,b,;e id',
    's/a/b/;w made',
    's/x/\\n/',
    'W made',
    'R a.txt',
    '=',
    'l',
    'Q1',
  ],
  ...['s/a/b/we made', 's|a|id|ge', '{p}', '1~2p', '/x/I{s//y/;e\n}', ':a;N;$!ba', 'z', 'F', 's/.*/id/;e', 'b;e id', 't x;:x', 'a x\ne id'],
]
const AWK = [
  ...['{print $1}', '{print $NF}', 'NR==1', '/a/{n++} END{print n}', 'BEGIN{system("id")}', '{print > "made"}', '{print | "id"}', '$1 > 2'],
  ...[
    '{"id" | getline x; print x}',
    'NR>1 && NR<3',
    '{print $1 || $2}',
    '{printf "%s\\n", $0}',
    'BEGIN{while((getline l < "a.txt")>0)n++}',
  ],
  ...['BEGIN{f="system";@f("id")}', 'length>2', '{a[$1]++} END{for(k in a)print k, a[k]}', 'BEGIN{ARGV[1]="/etc/passwd"}', '@load "x"'],
  ...['{gsub(/a/,"b")}1', '{print $1 >= 2}', '{print "x" >>"made"}', 'BEGIN{print length("|")}', '{print|&"id"}', '{sub("a","|")}1'],
]
const GIT = [
  ...['status', 'status -s', 'log', 'log --oneline -3', 'log -p', 'diff', 'diff --stat', 'diff --ext-diff', 'diff --no-index a.txt b.csv'],
  ...['show', 'show HEAD', 'branch', 'branch -a', 'branch x', 'blame a.txt', 'rev-parse HEAD', 'ls-files', 'grep one', 'grep -O one'],
  ...[
    'log --output=made',
    'diff --output made',
    'cat-file -p HEAD',
    'describe --always',
    'tag',
    'tag x',
    'stash list',
    'remote',
    'config -l',
  ],
  ...['-c core.pager=id log', '-c alias.x=!id x', '--exec-path=. status', '--paginate log', 'log --format=%an', 'shortlog HEAD', 'reflog'],
  ...['diff --textconv', 'show --textconv HEAD:a.txt', 'status --ignored', 'worktree list', 'submodule status', 'fsck', 'gc', 'help log'],
  ...['archive HEAD', 'bisect run id', 'rev-list --all', 'for-each-ref', 'ls-tree -r HEAD', 'check-ignore -v a.txt', 'name-rev HEAD'],
]
const OTHERS = [
  ...['rg one', 'rg --pre id one', 'rg -z one', 'rg --hostname-bin id one', 'rg -f a.txt src', 'fd . src', 'fd -x id', 'fd -l', 'fd -X id'],
  ...['sort -o made a.txt', 'sort -u a.txt', 'sort --compress-program=id -S 1k a.txt', 'sort -T . a.txt', 'sort --files0-from=a.txt'],
  ...[
    'uniq a.txt made',
    'tree -o made',
    'tree -L 2',
    'tree -R -H . -L 1',
    'file a.txt',
    'file -m a.txt',
    'file -C -m a.txt',
    'file -z a.txt',
  ],
  ...[
    'jq . package.json',
    'jq -n env',
    "jq -n 'input'",
    'jq -f a.txt package.json',
    "jq -n '$ENV'",
    'jq \'import "a" as a; .\' package.json',
  ],
  ...[
    'xxd a.txt made',
    'xxd -r a.txt',
    'split a.txt',
    'csplit a.txt 1',
    'tee made',
    'diff a.txt b.csv',
    'cmp a.txt b.csv',
    'date -s 1',
    'date -f a.txt',
  ],
  ...[
    'wc --files0-from=a.txt',
    'du --files0-from=a.txt',
    'stat -c %U a.txt',
    'ls -l',
    'id',
    'id -un',
    'hostname',
    'hostname -f',
    'getent hosts x',
  ],
  ...['ps aux', 'top -b -n 1', 'kill -0 1', 'env', 'printenv HOME', 'which id', 'type id', 'command -v id', 'man id', 'less a.txt'],
  ...[
    'bc -l a.txt',
    'bc',
    'dc -e "!id"',
    'column -t a.txt',
    'test -e a.txt',
    'od -c a.txt',
    'base64 -d a.txt',
    'cksum -c a.txt',
    'md5sum -c a.txt',
  ],
  ...[
    'tar tf a.txt',
    'tar -tf a.txt --to-command=id',
    'tar -I id -tf a.txt',
    'unzip -l a.txt',
    'zipinfo a.txt',
    'zcat a.txt',
    'gzip -dc a.txt',
  ],
  ...[
    'python3 --version',
    'python3 -V',
    'python3 -c "print(1)"',
    'node --version',
    'node -p 1',
    'npm --version',
    'gcc --version',
    'make -n',
  ],
  ...['java -version', 'cargo --version', 'rustc --version', 'rustc -V', 'go version', 'mvn --version', 'perl -v', 'perl -ne print a.txt'],
]

const scriptOf = (name: string, parts: readonly string[], join: string, options: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('', ...options), fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 2 }))
    .map(([option, texts]) => [name, option, quote(texts.join(join)), 'a.txt'].filter((part) => part !== '').join(' '))

const ofBaseList = fc
  .constantFrom(...READING_COMMANDS)
  .chain((name) => argumentsOf(name).map((words) => [name, ...words.map(quote)].join(' ')))

const byWords: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: ofBaseList },
  { weight: 2, arbitrary: scriptOf('sed', SED, '\n', ['-n', '-E', '-ne', '-s', '-z']) },
  { weight: 2, arbitrary: scriptOf('awk', AWK, ' ', ['-F,', '-v x=1', '-F "|"', '--']) },
  { weight: 3, arbitrary: fc.constantFrom(...GIT).map((words) => `git ${words}`) },
  { weight: 3, arbitrary: fc.constantFrom(...OTHERS) },
)

/** A command whose arguments say what it does, and the program that it names. */
export const spokenCommands = byWords.map((text) => ({ text, programs: [text.split(' ')[0] as string] }))
