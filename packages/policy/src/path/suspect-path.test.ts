import { inEnglish } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { refuseFileType, riskOfWriting } from './judge-path-use.ts'
import { suspectPath } from './suspect-path.ts'

describe('a word that may be a path is refused', () => {
  it.each(['a=../x', '=../x', 'a=b=../x', 'a,../x', 'a=b,../x', 'a,b=../x', '-C../x', '-C=../x', '@../x', 'a=@../x', '-T@/x', 'a,@../x'])(
    'for its way out: %s',
    (word) => {
      expect(suspectPath(word)).toMatchObject({ code: 'PATH_OUTSIDE_WORKSPACE' })
    },
  )

  it.each(['file:x', 'FILE:///x', 'a=file:x', '-Ifile:x'])('as an address of this machine: %s', (word) => {
    expect(suspectPath(word)).toMatchObject({ code: 'PATH_OUTSIDE_WORKSPACE' })
  })

  it.each(['.env', ' .env ', '\t.env', 'a=.env', 'a,.env', '-f.env', '-f=.env', '@.env', '.ssh/a://b'])(
    'for the file it names: %j',
    (word) => {
      expect(suspectPath(word)).toBeDefined()
    },
  )
})

it.each(['profile:x', 'a b=.env', 'cat .env', 'https://h/.env', 'git+ssh://h/.env', 'H2://h/.ssh/x', '--x', '-', '--', '@', '='])(
  '%j passes',
  (word) => {
    expect(suspectPath(word)).toBeUndefined()
  },
)

it.each(['lib.so', 'lib.so.1', 'lib.so.10', 'lib.so.1.22.3', 'a.EXE', 'a.dll.', 'b/a.com '])('%j is never written', (path) => {
  expect(refuseFileType(path)?.refusal.advice).toMatch(/^Files of type \.(so|exe|dll|com) are never written by a tool\.$/)
})

it.each(['so', '.so', 'a.so.txt', 'a.so.1.txt', 'a.exe.md'])('%j may be', (path) => {
  expect(refuseFileType(path)).toBeUndefined()
})

it('why a written file is asked at HIGH', () => {
  expect(inEnglish(riskOfWriting('package.json').sentence)).toBe('Writes package.json, which tools run or obey by themselves')
  expect(inEnglish(riskOfWriting('a/tool').sentence)).toBe('Writes a/tool, which has no extension')
  expect(inEnglish(riskOfWriting('..x').sentence)).toBe('Writes ..x, which has no extension')
  expect(inEnglish(riskOfWriting('a.b.xyz').sentence)).toBe('Writes a.b.xyz, a file type (.xyz) that is not known to be harmless')
})
