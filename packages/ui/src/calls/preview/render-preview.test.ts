import { renderBeside, type Sentence, sentence } from '@countersign/protocol'
import { RUSSIAN } from '@countersign/protocol/sentence/ru'
import { expect, test } from 'vitest'
import { renderNotes, renderText } from './render-preview.ts'

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
  expect(renderNotes(diff, [sentence('diff.same-content')], inRussian)).toBe(
    '--- a/x\n+++ b/y\nСодержимое не меняется.\n+The content stays the same.\n',
  )
  expect(renderNotes(diff, [undefined], inRussian)).toBe(diff)
})

test('the note that only the beginning is shown is rendered', () => {
  const cut_form = sentence('diff.cut-of', { count: 2, total: 9 })
  const text = '+x\n[Only the first 2 of 9 characters are shown.]\n'
  expect(renderText({ kind: 'text', text, cut_form }, inRussian)).toBe('+x\n[Показано только начало: 2 из 9 символов.]\n')
  expect(renderNotes(text, [{ form: 'diff.of-a-newer-server' }], inRussian)).toBe(text)
})
