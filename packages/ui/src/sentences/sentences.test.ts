import { describe, expect, test } from 'vitest'
import { ru } from '../translations/ru/index.ts'
import { zh } from '../translations/zh/index.ts'
import { matchSentence } from './match-sentence.ts'
import { saySentence } from './say-sentence.ts'
import { sayTitle } from './say-title.ts'

/** As i18next finds them. */
const speaking = (language: 'en' | 'ru' | 'zh', words: object = {}) => ({
  language,
  getResource: (_: string, __: string, key: string) =>
    key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], words),
})
const [english, russian, chinese] = [speaking('en'), speaking('ru', ru), speaking('zh', zh)]

const title = (tool_name: string, description: string, tool_params = {}) => sayTitle({ tool_name, description, tool_params }, russian)

describe('a form', () => {
  test('gives what stands in its places', () => {
    expect(matchSentence('Move {{from}} to {{to}}', 'Move a.md to b.md')).toEqual({ from: 'a.md', to: 'b.md' })
    expect(matchSentence('Move {{from}} to {{to}}', 'Delete a.md')).toBeUndefined()
    expect(matchSentence('A (b) [c] {{d}}?', 'A (b) [c] $&?')).toEqual({ d: '$&' })
  })

  test('that can be read in two ways is read in none, unless one is known', () => {
    const sentence = 'Move a to b to c'
    expect(matchSentence('Move {{from}} to {{to}}', sentence)).toBeUndefined()
    expect(matchSentence('Move {{from}} to {{to}}', sentence, { from: 'a' })).toEqual({ from: 'a', to: 'b to c' })
    expect(matchSentence('Move {{from}} to {{to}}', sentence, { from: 'other' })).toBeUndefined()
  })
})

describe('a title', () => {
  test('in English is what the server says, word for word', () => {
    const call = { tool_name: 'write_file', description: 'Write  odd   ⟨U+202E⟩.md' }
    expect(sayTitle(call, english)).toBe(call.description)
  })

  test.each([
    ['write_file', 'Write a.md', 'Записать a.md', '写入 a.md'],
    ['execute_command', "Run node -e 'console.log(1)'", "Выполнить node -e 'console.log(1)'", "运行 node -e 'console.log(1)'"],
    [
      'list_directory',
      'List the workspace and all folders in it',
      'Показать файлы со всеми вложенными папками: папка проекта',
      '列出 工作区 及其所有子文件夹',
    ],
    [
      'apply_patch',
      'Apply a patch: rename a to b, delete c, create d, change e, change f and 2 more files',
      'Применить патч: переименовать a в b, удалить c, создать d, изменить e, изменить f и ещё файлов: 2',
      '应用补丁：将 a 重命名为 b, 删除 c, 创建 d, 修改 e, 修改 f 以及另外 2 个文件',
    ],
  ])('of %s says in Russian and Chinese what %j says', (tool_name, description, inRussian, inChinese) => {
    expect(sayTitle({ tool_name, description }, russian)).toBe(inRussian)
    expect(sayTitle({ tool_name, description }, chinese)).toBe(inChinese)
  })

  test('keeps what a stranger put into it as it is, and nothing of that is filled in again', () => {
    const odd = 'a ⟨U+202E⟩ {{path}} $t(app.name) $& <b>.md'
    expect(title('write_file', `Write ${odd}`)).toBe(`Записать ${odd}`)
  })

  test('of another tool, of another form, or of two readings stays English', () => {
    for (const [tool, sentence] of [
      ['delete_file', 'Write a.md'],
      ['fancy_tool', 'Write a.md'],
      ['write_file', 'Overwrite a.md'],
      ['move_file', 'Move a to b to c'],
      ['apply_patch', 'Apply a patch: burn a'],
    ] as const)
      expect(title(tool, sentence)).toContain(sentence.replace('Apply a patch: ', ''))
    expect(title('move_file', 'Move a to b to c', { from: 'a', to: 'b to c' })).toBe('Переместить a в b to c')
    expect(title('search_in_project', 'Search the workspace for a for b', { query: 'a for b' })).toContain('a for b')
    expect(title('git.commit', 'Commit a.ts: fix: it', { paths: ['a.ts'] })).toBe('Сделать коммит (a.ts): fix: it')
  })
})

describe('another sentence', () => {
  test.each([
    ['reach', 'Only this call', 'Только этот вызов'],
    ['reach', 'Every `npm test`, whatever follows, MEDIUM risk', 'Любой `npm test`, что бы ни следовало дальше, средний риск'],
    [
      'reach',
      'Every `npm test`, whatever follows, MEDIUM risk in packages/a, as a shell line of its own',
      'Любой `npm test`, что бы ни следовало дальше, средний риск в папке packages/a, отдельной строкой оболочки',
    ],
    ['reach', 'reading commands in src', 'команды чтения в папке src'],
    ['reasons', 'Writes a, which has no extension', 'Записывает a: у файла нет расширения'],
    ['reasons', 'git push: Sends commits to another machine', 'git push: Отправляет коммиты на другую машину'],
    ['whys', 'The rule "docs" of the policy file allows it: they are ours.', 'Правило «docs» файла правил разрешает это: they are ours.'],
  ] as const)('of the area %s is said: %j', (area, sentence, said) => {
    expect(saySentence(area, sentence, russian)).toBe(said)
    expect(saySentence(area, sentence, chinese)).not.toBeUndefined()
    expect(saySentence(area, sentence, english)).toBe(sentence)
  })

  test('that is not known is left to the server’s own words', () => {
    for (const area of ['reach', 'reasons', 'whys'] as const) expect(saySentence(area, 'Something new', russian)).toBeUndefined()
    expect(saySentence('reasons', 'npm foo: something new', russian)).toBeUndefined()
  })
})
