import { describe, expect, test } from 'vitest'
import type { Language } from './forms/form.ts'
import { understand } from './understand.ts'

/** A sentence, the tool, and its parameters. */
type Row = readonly [sentence: string, tool: string, params: Readonly<Record<string, unknown>>]

const list = (sentence: string, path = '.'): Row => [sentence, 'list_directory', { path }]
const read = (sentence: string, path: string): Row => [sentence, 'read_file', { path }]
const search = (sentence: string, query: string, path?: string): Row => [sentence, 'search_in_project', { query, ...(path && { path }) }]
const write = (sentence: string, path: string, content: string): Row => [sentence, 'write_file', { path, content }]
const append = (sentence: string, path: string, content: string): Row => [sentence, 'write_file', { path, content, mode: 'append' }]
const replace = (sentence: string, path: string, old_text: string, new_text: string): Row => [
  sentence,
  'edit_file',
  { path, old_text, new_text },
]
const run = (sentence: string, command: string): Row => [sentence, 'run_command', { command }]

const UNDERSTOOD: Record<Language, readonly Row[]> = {
  en: [
    list('list files'),
    list('List the files, please.'),
    list('show me all the files in this folder'),
    list('ls src', 'src'),
    list('list files in .'),
    list('list files in src/', 'src/'),
    list('Can you list the files in the folder "my notes"?', 'my notes'),
    list('what files are in test?', 'test'),
    read('read README.md', 'README.md'),
    read('Please read the file notes/today.md.', 'notes/today.md'),
    read('open “my notes/to do.md”', 'my notes/to do.md'),
    read('show me the contents of src/greet.js', 'src/greet.js'),
    read('cat LICENSE', 'LICENSE'),
    read("what's in package.json?", 'package.json'),
    read('read "笔记.md"', '笔记.md'),
    search('search for "greet"', 'greet'),
    search('find TODO in src', 'TODO', 'src'),
    search("grep 'don't touch' in .", "don't touch", '.'),
    search('search src for `greet(name)`', 'greet(name)', 'src'),
    write('write "hello, world" to notes.md', 'notes.md', 'hello, world\n'),
    write('Write «hello» into the file "a b.txt".', 'a b.txt', 'hello\n'),
    write('create a file notes.md with the text "Buy milk."', 'notes.md', 'Buy milk.\n'),
    write('write to notes.md: It says "hi".', 'notes.md', 'It says "hi".\n'),
    write('write to notes.md:\n# Notes\n\n- one\n', 'notes.md', '# Notes\n\n- one\n'),
    append("append '- two' to notes.md", 'notes.md', '- two\n'),
    replace('replace "one" with "two" in notes.md', 'notes.md', 'one', 'two'),
    replace('Please change the word “a” to “b” in the file "my notes.md".', 'my notes.md', 'a', 'b'),
    run('run npm test', 'npm test'),
    run('run npm test.', 'npm test'),
    run('Could you run npm test?', 'npm test'),
    run('execute "node --test"', 'node --test'),
    run('run echo "a  b" && ls ..', 'echo "a  b" && ls ..'),
    run('run git add .', 'git add .'),
    run('run ls a?', 'ls a?'),
    run('run "echo hi and bye!"', 'echo hi and bye!'),
  ],
  ru: [
    list('покажи файлы'),
    list('Список файлов.'),
    list('Покажи, пожалуйста, файлы'),
    list('покажи все файлы в проекте'),
    list('покажи файлы в src', 'src'),
    list('перечисли файлы из папки src', 'src'),
    list('Покажи файлы в папке «мои заметки»!', 'мои заметки'),
    list('какие файлы есть в test?', 'test'),
    list('что лежит в папке notes?', 'notes'),
    read('прочитай README.md', 'README.md'),
    read('Пожалуйста, прочти файл notes/today.md.', 'notes/today.md'),
    read('открой «мои заметки/дела.md»', 'мои заметки/дела.md'),
    read('покажи содержимое файла Makefile', 'Makefile'),
    read('что написано в файле заметки.txt?', 'заметки.txt'),
    search('найди "greet"', 'greet'),
    search('найди TODO в src', 'TODO', 'src'),
    search('поищи слово „привет“ в папке notes', 'привет', 'notes'),
    search('где используется greet?', 'greet'),
    write('запиши "привет, мир" в notes.md', 'notes.md', 'привет, мир\n'),
    write('Напиши «привет» в файл "a b.txt".', 'a b.txt', 'привет\n'),
    write('создай файл notes.md с текстом «Купить молоко.»', 'notes.md', 'Купить молоко.\n'),
    write('запиши в notes.md: Сказал «да».', 'notes.md', 'Сказал «да».\n'),
    append('допиши "- два" в notes.md', 'notes.md', '- два\n'),
    replace('замени «раз» на «два» в файле notes.md', 'notes.md', 'раз', 'два'),
    run('запусти npm test', 'npm test'),
    run('Выполни команду: node --test.', 'node --test'),
    run('выполни команду «npm test»', 'npm test'),
    run('запусти npm test, пожалуйста', 'npm test'),
    run('запусти git add .', 'git add .'),
  ],
  zh: [
    list('列出文件'),
    list('请列出所有文件。'),
    list('显示当前目录下的文件'),
    list('列出 src 中的文件', 'src'),
    list('列出src目录下的所有文件！', 'src'),
    list('查看文件夹“我的 笔记”', '我的 笔记'),
    list('src 里有什么文件？', 'src'),
    list('列出 src', 'src'),
    read('读取 README.md', 'README.md'),
    read('请打开文件 notes/today.md。', 'notes/today.md'),
    read('读取「我的 笔记.md」', '我的 笔记.md'),
    read('查看笔记.md', '笔记.md'),
    read('看一下src/greet.js的内容', 'src/greet.js'),
    search('搜索“greet”', 'greet'),
    search('在 src 中搜索“你好，世界”', '你好，世界', 'src'),
    search('查找 TODO', 'TODO'),
    search('在src目录里查找greet。', 'greet', 'src'),
    search('greet 在哪里使用？', 'greet'),
    write('把“你好，世界。”写入 notes.md', 'notes.md', '你好，世界。\n'),
    write('请将"你好"写到文件 笔记.md 中。', '笔记.md', '你好\n'),
    write('新建文件 notes.md，内容为：『买牛奶』', 'notes.md', '买牛奶\n'),
    write('写入 notes.md：他说“好”。', 'notes.md', '他说“好”。\n'),
    append('把“- 二”追加到 notes.md', 'notes.md', '- 二\n'),
    replace('把 notes.md 中的“一”替换为“二”', 'notes.md', '一', '二'),
    replace('请将文件 notes.md 里的“一”改成“二”。', 'notes.md', '一', '二'),
    run('运行 npm test', 'npm test'),
    run('执行命令：node --test。', 'node --test'),
    run('请帮我运行＂npm test＂！', 'npm test'),
    run('运行npm test', 'npm test'),
  ],
}

const NOT_UNDERSTOOD = [
  '',
  '   ',
  'hello',
  'What can you do?',
  'read it',
  'read my mind',
  'read the news and tell me what happened',
  'read README.md and tell me what it says',
  'open Photoshop',
  'open https://example.com/a.md',
  'list all the reasons to use a sandbox',
  'list files in src and lib',
  'list them',
  'find the bug',
  'find bugs',
  'search "" in src',
  'write a poem',
  'write "unfinished to notes.md',
  'write notes.md',
  'run the tests',
  'run tests',
  'run away',
  'run',
  'run ""',
  'run npm test and tell me what failed',
  'do not run npm test',
  "don't read README.md",
  'delete README.md',
  'fix the failing test in src/greet.js',
  'run npm test\nrm -rf /',
  'read \uE000',
  'привет',
  'прочитай мне сказку',
  'не запускай npm test',
  'запусти тесты',
  'найди ошибку',
  'напиши письмо маме',
  'запусти npm test и покажи ошибки',
  'покажи погоду',
  '你好',
  '搜索餐厅',
  '读书',
  '写一首诗',
  '不要运行 npm test',
  '运行测试',
  '运行 npm test 然后告诉我结果',
  '删除 README.md',
]

describe.each(Object.entries(UNDERSTOOD))('in %s', (language, rows) => {
  test.each(rows)('%s', (sentence, tool_name, tool_params) => {
    expect(understand(sentence)).toEqual({ language, tool_name, tool_params })
  })

  test('the table has at least twenty sentences, with each of the six requests', () => {
    expect(rows.length).toBeGreaterThanOrEqual(20)
    expect(new Set(rows.map(([, tool]) => tool)).size).toBe(6)
  })
})

test.each(NOT_UNDERSTOOD)('not understood: %j', (sentence) => {
  expect(understand(sentence)).toBeUndefined()
})

test('spaces around and within a sentence do not matter', () => {
  expect(understand('  list   files\u3000in  src  ')).toMatchObject({ tool_params: { path: 'src' } })
})

test('a long line that fits no form is soon refused', () => {
  expect(understand(`list ${'the files in '.repeat(700)}`)).toBeUndefined()
  expect(understand(`显示${'目录'.repeat(4_000)}`)).toBeUndefined()
  expect(understand('「'.repeat(100_000))).toBeUndefined()
  expect(understand(`write ${'"'.repeat(9_000)} to a.md`)).toBeUndefined()
})
