// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the lines are for a shell
// Lines whose programs all read, and in which the shell itself runs or computes something else. Each was seen to do so.
import { createShellGrammar } from '@countersign/shell-grammar'
import { describe, expect, test } from 'vitest'
import { judgeShellLine } from '../../modes/judge-by-mode.ts'
import type { Facts } from '../../risk/index.ts'

const parse = await createShellGrammar().load()
const facts: Facts = { mode: 'ask', isolation: 'sandbox', roots: ['/home/dev/ws'], secretsInGit: 'none' }

const runsAtOnce = (line: string): boolean => {
  const judgement = judgeShellLine(line, { facts, parse })
  return !('refusal' in judgement) && judgement.risk === 'LOW'
}

describe('the shell calls what nobody called', () => {
  test.each([
    'jobs -x touch made',
    'jobs *',
    'command_not_found_handle() { touch made; }; ag x',
    'function command_not_found_handle { touch made; }; ag x',
    "sh -c 'function f\n{ touch made; }'",
    "(exec -a git-remote-ext git log 'sh -c touch% made')",
  ])('%s', (line) => expect(runsAtOnce(line)).toBe(false))

  test.each(['jobs -l', 'jobs %1', 'f() { ls; }; f', "sh -c 'f() { ls; }; f'", 'exec ls'])('%s', (line) =>
    expect(runsAtOnce(line)).toBe(true),
  )
})

describe('the shell computes a value, and an index in it runs code', () => {
  test.each([
    "RANDOM='a[$(touch made)]'",
    "SRANDOM='a[$(touch made)]'",
    "RANDOM+='a[$(touch made)]'",
    "read RANDOM <<< 'a[$(touch made)]'",
    "for SECONDS in 'a[$(touch made)]'; do :; done",
    "a=(['x[$(touch made)]']=1)",
    "a+=(['x[$(touch made)]']=1)",
    "b='x[$(touch made)]'; a=([b]=1)",
    "[[ a&&-v 'x[$(touch made)]' ]]",
    "[[ ''||-v 'x[$(touch made)]' ]]",
    "[[ (a)&&(-v 'x[$(touch made)]') ]]",
    'y=$(cat f); test ! "$y" \'x[$(touch made)]\'',
    'ksh -c \'[ "a[\\$(touch made)]" -eq 0 ]\'',
    'zsh -c "[ \'a[\\$(touch made)]\' -eq 0 ]"',
  ])('%s', (line) => expect(runsAtOnce(line)).toBe(false))

  test.each(['a=([0]=x [1]=y); echo ${a[0]}', 'a=([ab]*.ts); ls "${a[@]}"', '[[ a && -n b ]] && ls', 'echo $RANDOM'])('%s', (line) =>
    expect(runsAtOnce(line)).toBe(true),
  )
})

describe('names of files become operators of a test', () => {
  test.each(['[ * ]', 'test *', '[ ! * ]', '[ -* ]', '[ ?? ]', '[ *v ]', '[ [-x]v ]'])('%s', (line) => expect(runsAtOnce(line)).toBe(false))

  test.each(['[ -f *.json ] && ls', '[ -e src/* ] && ls', 'test -d src'])('%s', (line) => expect(runsAtOnce(line)).toBe(true))
})

describe('words are read in another encoding than they were judged in', () => {
  test.each([
    'LC_ALL=zh_CN.GBK\necho "中\\"; touch made; #"',
    'for LC_ALL in zh_CN.GBK; do ls; done',
    'read LANG <<< zh_CN.GBK',
    'LC_CTYPE=ja_JP.SJIS sed -n 1p a.txt',
    'export LANG=zh_TW.BIG5',
  ])('%s', (line) => expect(runsAtOnce(line)).toBe(false))

  test.each(['LC_ALL=C sort a.txt', 'LANG=en_US.UTF-8 ls', 'export LC_ALL=C.utf8; ls'])('%s', (line) => expect(runsAtOnce(line)).toBe(true))
})

describe('a program gets other words, another input or another folder than were judged', () => {
  test.each([
    'shopt -s nullglob; rg -e zz? -e --pre=./made.sh foo',
    'shopt -s nullglob; find . -name zz* -name -delete',
    'uniq a*',
    'xxd a*',
    'tree -L* 2 made',
    'x=$(cat f); y=$(cat g); install "$x" "$y" a.txt /tmp/b',
    'ls | xargs cp -t /tmp',
    'bash <<A 3<<B\ntouch made\nA\nls\nB',
    'bash 3<<A <<B 0>&3\ntouch made\nA\nls\nB',
    'x=$(cat f); cd /tmp/r"$x" && git status',
    'git -C "$(echo /tmp/r)" status',
    'env -u GIT_NO_REPLACE_OBJECTS git log',
  ])('%s', (line) => expect(runsAtOnce(line)).toBe(false))

  test.each(['shopt -s globstar; ls **/*.ts', 'uniq a.txt', 'cp a.txt "/tmp/$x"', 'bash <<A\nls\nA', 'git -C src log', 'env -u X ls'])(
    '%s',
    (line) => expect(runsAtOnce(line)).toBe(true),
  )
})
