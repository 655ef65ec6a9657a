import { inEnglish } from '@countersign/protocol'
import { describe, expect, it } from 'vitest'
import { listDirectory } from '../files/list-directory.ts'
import { reportEntries } from '../files/list-entries.ts'
import { listFiles } from '../files/list-files.ts'
import { gitCommit } from '../git/git-commit.ts'
import { gitDiff } from '../git/git-diff.ts'
import { gitLog } from '../git/git-log.ts'
import { gitStatus } from '../git/git-status.ts'
import { searchInProject } from '../search/search-in-project.ts'
import { describeFolder } from './name-folder.ts'
import { quoteWords } from './quote-word.ts'
import { boundOutput, boundText } from './text.ts'

describe('words for a model', () => {
  it('are whole lines up to the limit', () => {
    expect(boundText('a\nb\nc\n', 2)).toEqual({ text: 'a\nb\n', lines: 2, isCut: true })
    expect(boundText('a\nb', 2)).toEqual({ text: 'a\nb', lines: 2, isCut: false })
    expect(boundText('aaaa\nbbbb\n', 10, 6)).toEqual({ text: 'aaaa\n', lines: 1, isCut: true })
    expect(boundText('aaaaaaaa', 10, 6)).toEqual({ text: 'aaaaaa', lines: 0, isCut: true })
    expect(boundText('')).toEqual({ text: '', lines: 0, isCut: false })
  })

  it('keep the beginning and the end of a long output', () => {
    const text = Array.from({ length: 100 }, (_, index) => `${index}\n`).join('')
    expect(boundOutput(text, 100)).toBe(text)
    const bounded = boundOutput(text, 10)
    expect(bounded).toMatch(/^0\n1\n2\n3\n4\n\n\[… \d+ characters left out …\]\n95\n96\n97\n98\n99\n$/)
    expect(boundOutput('x'.repeat(1_000), 10, 100).length).toBeLessThan(150)
  })

  it('call the workspace by its name, in questions and reports alike', () => {
    for (const path of [undefined, '', '.', './', '././', './/.']) expect(describeFolder(path)).toBe('the workspace')
    for (const path of ['..', '/', '.git', 'src', './src', '...']) expect(describeFolder(path)).toBe(path)
    const asked = [gitStatus, gitDiff, gitLog, gitCommit, listDirectory, listFiles, searchInProject].map((tool) =>
      inEnglish(tool.ask({ path: '.', paths: ['.'], message: 'm', limit: 3, query: 'q', recursive: false, staged: false } as never)),
    )
    for (const sentence of asked) expect(sentence).toMatch(/the workspace(?! \.)/)
    expect(reportEntries([], 0, '.')).toBe('Nothing in the workspace matches.')
  })

  it('quote what could be misread and show what could hide', () => {
    expect(quoteWords(['npm', 'install', 'express@^4', '-D'])).toBe('npm install express@^4 -D')
    expect(quoteWords(['grep', 'a b', '', "it's", '$x;y', 'a\u202eb', 'l\n'])).toBe("grep 'a b' '' 'it\\'s' '$x;y' 'a\\u{202e}b' 'l\\u{a}'")
  })
})
