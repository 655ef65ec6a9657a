// Ways in which agents and attackers put commands together. Most are harmless around a command that only reads; some evaluate text that the
// workspace holds, and must never be taken for reading.

export interface Line {
  readonly text: string
  /** What it names, and so may start. */
  readonly programs: readonly string[]
}

interface Form {
  readonly make: (one: string, other: string) => string
  /** Programs of its own. */
  readonly names?: string
}

const ORDINARY: readonly Form[] = [
  { make: (one) => one },
  { make: (one, other) => `${one} | ${other}` },
  { make: (one, other) => `${one} && ${other}` },
  { make: (one, other) => `${one}; ${other} || true` },
  { make: (one, other) => `${one} 2>/dev/null | ${other} > /tmp/out; cat /tmp/out`, names: 'cat' },
  { make: (one) => `for f in *; do ${one} "$f"; done` },
  { make: (one) => `for f in *.txt src/*; do echo "$f"; ${one} -- "$f"; done` },
  { make: (one) => `ls | while read -r f; do ${one} "$f"; done`, names: 'ls' },
  { make: (one) => `ls | xargs ${one}`, names: 'ls xargs' },
  { make: (one) => `find . -name '*.ts' -print0 | xargs -0 ${one}`, names: 'find xargs' },
  { make: (one, other) => `if [ -f a.txt ]; then ${one}; else ${other}; fi` },
  { make: (one) => `x=$(${one} | head -1); echo "$x"`, names: 'head' },
  { make: (one) => `${one} <<'E'\none\n$(touch y)\nE` },
  { make: (one) => `timeout 5 ${one}`, names: 'timeout' },
  { make: (one) => `LC_ALL=C ${one} | sort | uniq -c`, names: 'sort uniq' },
  { make: (one) => `cd src && ${one}` },
  { make: (one) => `(cd src; ${one}) 2>&1 | tail -n 3`, names: 'tail' },
  { make: (one) => `bash -lc ${JSON.stringify(one)}`, names: 'bash' },
  { make: (one) => `f() { ${one} "$@"; }; f a.txt` },
  { make: (one) => `set -euo pipefail\n${one}\n` },
]

const ODD: readonly Form[] = [
  { make: (one) => `x=$(head -n 4 a.txt | tail -1); ${one} "$x"`, names: 'head tail' },
  { make: (one) => `x=$(cat a.txt); echo $((x)); ${one}`, names: 'cat' },
  { make: (one) => `x=$(tail -1 a.txt); [[ $x -eq 1 ]] || ${one}`, names: 'tail' },
  { make: (one) => `x=$(tail -1 a.txt); [ -v "$x" ]; ${one}`, names: 'tail' },
  { make: (one) => `while read -r x; do test "$x" -eq 1; ((x)); done < a.txt; ${one}` },
  { make: (one) => `mapfile -t x < a.txt; ${one} "\${x[@]}"` },
  { make: (one) => `${one} <<E\n$(id)\nE`, names: 'id' },
  { make: (one) => `${one} <<< "$(id -un)"`, names: 'id' },
  { make: (one, other) => `${one} <(${other})` },
  { make: (one) => `${one} > made` },
  { make: (one) => `${one} > /tmp/../made` },
  { make: (one) => `${one} > "/tmp/x" 2>> /tmp/y` },
  { make: (one) => `${one} | tee /tmp/x | tee made`, names: 'tee' },
  { make: (one) => `eval "$(head -1 a.txt)"; ${one}`, names: 'head' },
  { make: (one) => `exec 3<>/dev/tcp/127.0.0.1/9; ${one}` },
  { make: (one) => `ls -1 | xargs -I{} sh -c '${'{}'}'; ${one}`, names: 'ls xargs sh' },
  { make: (one) => `ls | xargs -n 1 ${one} --`, names: 'ls xargs' },
  { make: (one) => `trap 'id' EXIT; ${one}`, names: 'id' },
  { make: (one) => `PATH=.:$PATH ${one}` },
  { make: (one) => `x=a.txt; ${one} "\${x%.txt}" "\${x/a/-o}" "\${!x}"` },
  { make: (one) => `printf -v 'a[$(id)]' x; ${one}` },
  { make: (one) => `printf '%s\\n' * | ${one}` },
  { make: (one) => `case $(ls | head -1) in -*) ${one};; *) echo no;; esac`, names: 'ls head' },
  { make: (one) => `IFS=, read -r a b < b.csv; ${one} "$a" $b` },
  { make: (one, other) => `${one} & ${other}; wait` },
  { make: (one) => `env -i ${one}`, names: 'env' },
  { make: (one) => `nice -n 5 ${one}`, names: 'nice' },
  { make: (one) => `time ${one}` },
  { make: (one) => `command ${one}` },
]

export const FORMS: readonly Form[] = [...ORDINARY, ...ORDINARY, ...ODD]

export const joinLines = (form: Form, one: Line, other: Line): Line => ({
  text: form.make(one.text, other.text),
  programs: [...one.programs, ...other.programs, ...(form.names?.split(' ') ?? [])],
})
