import { renderBeside, type Sentence, sentence } from '@countersign/protocol'
import { RUSSIAN } from '@countersign/protocol/sentence/ru'
import { expect, test } from 'vitest'
import { renderNote, renderText } from './render-preview.ts'

const inRussian = (text: string, form: Sentence | null | undefined) => renderBeside(text, form, RUSSIAN)

test('the first lines of a text are rendered, those that follow stay as they are', () => {
  const text = "Commit to main as Ann\nThe agent's message:\n| The agent's message:\n+x"
  const text_forms = [sentence('preview.commit', { branch: 'main', author: 'Ann' }), sentence('preview.agent-message')]
  expect(renderText({ kind: 'text', text, text_forms }, inRussian)).toBe(
    "Коммит в main от имени Ann\nСообщение агента:\n| The agent's message:\n+x",
  )
  expect(renderText({ kind: 'text', text }, inRussian)).toBe(text)
})

test('the note of a diff is rendered, and nothing of its content', () => {
  const diff = '--- a/x\n+++ b/y\nThe content stays the same.\n+The content stays the same.\n'
  expect(renderNote(diff, sentence('diff.same-content'), inRussian)).toBe(
    '--- a/x\n+++ b/y\nСодержимое не меняется.\n+The content stays the same.\n',
  )
  expect(renderNote(diff, undefined, inRussian)).toBe(diff)
})
