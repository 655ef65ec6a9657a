// The files that the agent of the story proposes: a small program, its test, and a boastful text that the person should reject.

const PROPOSED: Readonly<Record<string, string>> = {
  'greet.mjs': `const HELLO = { en: 'Hello', fr: 'Bonjour', es: 'Hola' }

export const greet = (name, language = 'en') => \`\${HELLO[language]}, \${name}!\`
`,
  'greet.test.mjs': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { greet } from './greet.mjs'

test('greets in French', () => {
  assert.equal(greet('Ada', 'fr'), 'Bonjour, Ada!')
})
`,
  'BOAST.md': 'The best greeting program in the world!\n',
}

export const proposedDiff = (folder: string): string =>
  Object.entries(PROPOSED)
    .map(([name, content]) => newFile(`${folder}/${name}`, content))
    .join('')

export const testCommand = (folder: string): string => `node --test ${folder}/greet.test.mjs`

function newFile(path: string, content: string): string {
  const lines = content.split('\n').slice(0, -1)
  const added = lines.map((line) => `+${line}\n`).join('')
  return `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines.length} @@\n${added}`
}
