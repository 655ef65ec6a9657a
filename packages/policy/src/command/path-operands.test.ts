import { describe, expect, it } from 'vitest'
import { commandPathOperands } from './index.ts'

describe('which arguments are paths', () => {
  it.each([
    ['grep -rn TODO src tests', [2, 3]],
    ['grep src -e x', [0]],
    ['cat -n a b', [1, 2]],
    ['ls -- -x', [1]],
    ['find src tests -newer a -name b', [0, 1, 3]],
    ['find . -fprint out', [0, 2]],
    ['date --reference=a', [0]],
    ['tar xzf a.tgz -C out src', [1, 3, 4]],
    ['unzip a.zip -x b -d out', [0, 4]],
    ['node a.js b', [0]],
    ['gcc -o app a.c', [1, 2]],
    ['head -n 5 a -', [2]],
    ['echo a', []],
    ['nosuch a', []],
  ])('%s: %j', (line, indexes) => {
    const [command, ...args] = line.split(' ')
    expect(commandPathOperands({ command, args }).map((operand) => operand.index)).toEqual(indexes)
  })
})
