import { describe, expect, test } from 'vitest'
import { startEdit, withParam, withText } from './start-edit.ts'

describe('an edit', () => {
  test('starts with what the agent wants', () => {
    expect(startEdit({ path: 'a.md' })).toEqual({ mode: 'form', params: { path: 'a.md' }, text: '{\n  "path": "a.md"\n}' })
  })

  test('changes one parameter in form and text alike', () => {
    const edit = withParam(startEdit({ path: 'a.md', content: 'x' }), 'path', 'b.md')
    expect(edit.params).toEqual({ path: 'b.md', content: 'x' })
    expect(JSON.parse(edit.text)).toEqual(edit.params)
  })

  test('has no parameters while its text is no JSON object, and says why', () => {
    const broken = withText(startEdit({}), '{"path": ')
    expect(broken.params).toBeUndefined()
    expect(broken.problem).toMatch(/JSON/)
    expect(withText(startEdit({}), '[]').problem).toBe('not an object')
    expect(withText(broken, '{"path": "c"}')).toMatchObject({ params: { path: 'c' }, problem: undefined })
  })
})
