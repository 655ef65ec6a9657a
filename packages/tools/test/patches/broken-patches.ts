// Diffs that must never change anything: broken by accident, or written to do harm. Each has a good part too, which must not be
// applied either.
import type { Dice } from './dice.ts'

export const GIVEN: Readonly<Record<string, string>> = {
  'good.md': 'one\ntwo\nthree\nfour\nfive\n',
  'other.md': 'eins\nzwei\ndrei\n',
  'crlf.md': 'a\r\nb\r\nc\r\n',
  '.env': 'TOKEN=1\n',
  'run.sh': 'echo\n',
  'folder/inner.md': 'x\n',
}

const GOOD = 'diff --git a/good.md b/good.md\n--- a/good.md\n+++ b/good.md\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n'
const hunk = (path: string, body: string, numbers = '-1,3 +1,3'): string => `--- a/${path}\n+++ b/${path}\n@@ ${numbers} @@\n${body}`
const git = (header: string, from = 'other.md', to = from): string => `diff --git a/${from} b/${to}\n${header}`
const BODY = ' eins\n-zwei\n+ZWEI\n drei\n'

const WAYS_OUT = [
  '../x.md',
  'a/../../x.md',
  '/etc/passwd',
  '~/x.md',
  'C:/x.md',
  '..',
  '.',
  'x\u0000.md',
  'x\u202e.md',
  'a:b.md',
  'con.md',
  '$HOME/x.md',
  'x'.repeat(300),
]
const SECRETS = ['.env', '.git/config', '.git/hooks/pre-commit', 'id_rsa', 'x.pem', '.ssh/config', '.ENV', '.countersign/x.md']
const PROGRAMS = ['x.exe', 'x.so', 'lib.so.1', 'X.DLL']
const METADATA = [
  'old mode 100644\nnew mode 100755\n',
  'new file mode 120000\n',
  'new file mode 160000\n',
  'new file mode 100755\n',
  'copy from other.md\ncopy to copy.md\n',
  'GIT binary patch\nliteral 1\nIcmZPo000310RR91\n\n',
  'index 1..2 100644\nBinary files a/other.md and b/other.md differ\n',
  'rename from other.md\n',
  'deleted file mode 100644\n',
  'new file mode 100644\n',
]

type Break = (dice: Dice) => string

const BREAKS: readonly Break[] = [
  (dice) => hunk(dice.pick(WAYS_OUT), BODY),
  (dice) => hunk(dice.pick(SECRETS), BODY),
  (dice) => `--- /dev/null\n+++ b/${dice.pick([...WAYS_OUT, ...SECRETS, ...PROGRAMS])}\n@@ -0,0 +1 @@\n+x\n`,
  (dice) => git(`rename from other.md\nrename to ${dice.pick([...WAYS_OUT, ...SECRETS, ...PROGRAMS])}\n`, 'other.md', 'x'),
  (dice) => git(`rename from ${dice.pick(SECRETS)}\nrename to x.md\n`, '.env', 'x.md'),
  (dice) => git(dice.pick(METADATA)),
  (dice) => hunk('other.md', `${BODY}${dice.pick(['no sign\n', '-- \n', '--- a/x\n+++ b/x\n'])}`, `-1,${4 + dice.below(9)} +1,3`),
  (dice) => hunk('other.md', ' eins\n-zwei\n+ZWEI\n\n', `-1,3 +1,${3 + dice.below(3)}`),
  (dice) => hunk('other.md', BODY.replace(' drei', 'drei'), `-1,3 +1,${3 + dice.below(3)}`),
  (dice) => hunk('other.md', BODY.replace(dice.pick(['eins', 'zwei', 'drei']), `not ${dice.below(99)}`)),
  (dice) => hunk('other.md', BODY.replaceAll('\n', dice.pick(['\r\n', ' \n', '\t\n']))),
  (dice) => hunk('crlf.md', ' a\n-b\n+B\n c\n'.slice(dice.below(2) * 3), dice.oneIn(2) ? '-1,3 +1,3' : '-2,2 +2,2'),
  (dice) => hunk('other.md', `${BODY}${dice.pick([' more\n', '-more\n', '\\ nothing\n'])}`),
  (dice) => hunk('other.md', BODY).slice(0, -2 - dice.below(12)),
  () => hunk('other.md', `${BODY}@@ -1,3 +1,3 @@\n${BODY}`),
  () => `${hunk('other.md', BODY)}${hunk('other.md', BODY)}`,
  () => GOOD,
  (dice) => hunk(`missing${dice.below(9)}.md`, BODY),
  () => '--- /dev/null\n+++ b/other.md\n@@ -0,0 +1 @@\n+x\n',
  () => '--- a/other.md\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-eins\n-zwei\n',
  () => git('rename from other.md\nrename to crlf.md\n', 'other.md', 'crlf.md'),
  () => `--- /dev/null\n+++ b/run.sh/x.md\n@@ -0,0 +1 @@\n+x\n${hunk('run.sh', '-echo\n+x\n', '-1 +1')}`,
  (dice) => `@@ -1 +1 @@\n-${dice.below(9)}\n+b\n`,
  (dice) => `--- a/other.md\n+++ b/${dice.pick(['good.md', 'x.md'])}\n@@ -1,3 +1,3 @@\n${BODY}`,
  () => `diff --git a/other.md b/other.md\n${hunk('crlf.md', BODY)}`,
  () => `diff --cc other.md\n--- a/other.md\n+++ b/other.md\n@@@ -1,3 -1,3 +1,3 @@@\n${BODY}`,
  (dice) => hunk('other.md', BODY, `-${10 ** (1 + dice.below(20))},3 +${10 ** 15},3`),
  () => hunk('other.md', ' eins\n-zwei\n\\ No newline at end of file\n+ZWEI\n drei\n'),
  () => '--- a/other.md\n+++ b/other.md\n@@ garbage @@\n-zwei\n+ZWEI\n',
  () => '--- "a/other.md\n+++ "b/other.md\n@@ -1,3 +1,3 @@\n',
  () => hunk('other.md', ' eins\n-zwei\n+half \ud800\n drei\n'),
]

export function breakPatch(nth: number, dice: Dice): string {
  const broken = (BREAKS[nth % BREAKS.length] as Break)(dice)
  return dice.oneIn(2) || broken.startsWith('@@') ? `${GOOD}${broken}` : `${broken}${broken.endsWith('\n') ? '' : '\n'}${GOOD}`
}
