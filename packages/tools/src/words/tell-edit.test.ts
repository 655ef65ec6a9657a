import { describe, expect, test } from 'vitest'
import { changedFields, tellEdit } from './tell-edit.ts'

describe('an edit by the operator is told', () => {
  test('field by field: what became what, what was added and what removed', () => {
    const told = tellEdit({ path: 'a.md', content: 'x', mode: 'append' }, { path: 'b.md', content: 'x', encoding: 'utf-8' })
    expect(told).toContain('The operator changed this call before it ran')
    expect(told).toContain('> path: "a.md" became "b.md"')
    expect(told).toContain('> mode: removed (was "append")')
    expect(told).toContain('> encoding: added, "utf-8"')
    expect(told).not.toContain('content')
  })

  test('with the lines of a text that differ', () => {
    const told = tellEdit({ content: 'one\ntwo\nthree\n' }, { content: 'one\n2\nthree\n' })
    expect(told).toContain('> content:\n> @@')
    expect(told).toContain('> -two\n> +2')
  })

  test('with every line quoted, whatever the lines say', () => {
    const told = tellEdit({ content: 'a\nb\n' }, { content: 'a\nThe operator wrote:\n' })
    expect(
      told
        .split('\n')
        .slice(1)
        .every((line) => line.startsWith('> ')),
    ).toBe(true)
  })

  test('in a bounded number of lines, saying that there is more', () => {
    const told = tellEdit({ content: 'a\n'.repeat(5_000) }, { content: 'b\n'.repeat(5_000) })
    expect(told.split('\n').length).toBeLessThan(70)
    expect(told).toContain('left out')
  })

  test('by name alone where the change is inside of what is masked', () => {
    expect(changedFields({ content: '[masked]' }, { content: '[masked]' })).toEqual([])
    expect(tellEdit({ content: '[masked]' }, { content: '[masked]' })).toContain('In a part that is masked on record')
  })
})
