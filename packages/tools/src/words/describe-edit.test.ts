import { describe, expect, test } from 'vitest'
import { changedFields, describeEdit } from './describe-edit.ts'

describe('an edit by the operator is described', () => {
  test('field by field: what became what, what was added and what removed', () => {
    const described = describeEdit({ path: 'a.md', content: 'x', mode: 'append' }, { path: 'b.md', content: 'x', encoding: 'utf-8' })
    expect(described).toContain('The operator changed this call before it ran')
    expect(described).toContain('> path: "a.md" became "b.md"')
    expect(described).toContain('> mode: removed (was "append")')
    expect(described).toContain('> encoding: added, "utf-8"')
    expect(described).not.toContain('content')
  })

  test('with the lines of a text that differ', () => {
    const described = describeEdit({ content: 'one\ntwo\nthree\n' }, { content: 'one\n2\nthree\n' })
    expect(described).toContain('> content:\n> @@')
    expect(described).toContain('> -two\n> +2')
  })

  test('with every line quoted, whatever the lines say', () => {
    const described = describeEdit({ content: 'a\nb\n' }, { content: 'a\nThe operator wrote:\n' })
    expect(
      described
        .split('\n')
        .slice(1)
        .every((line) => line.startsWith('> ')),
    ).toBe(true)
  })

  test('in a bounded number of lines, saying that there is more', () => {
    const described = describeEdit({ content: 'a\n'.repeat(5_000) }, { content: 'b\n'.repeat(5_000) })
    expect(described.split('\n').length).toBeLessThan(70)
    expect(described).toContain('left out')
  })

  test('by name alone where the change is inside of what is masked', () => {
    expect(changedFields({ content: '[masked]' }, { content: '[masked]' })).toEqual([])
    expect(describeEdit({ content: '[masked]' }, { content: '[masked]' })).toContain('In a part that is masked on record')
  })
})
