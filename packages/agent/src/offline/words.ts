// The texts of the offline agent, in the language of the request.
import type { Language } from './forms/form.ts'

export interface Words {
  /** Says that this is not a model, what it understands, and how to add a model. */
  readonly help: string
  readonly reminder: string
  /** The line above the result of each tool. */
  readonly heads: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>>
  readonly failed: string
  readonly moreLines: (count: number) => string
}

const HOW_TO = 'docs/models.md'

export const WORDS: Record<Language, Words> = {
  en: {
    help: `No model is configured: I am a built-in agent that understands a few requests.
- show me the demo
- list files in src
- read README.md
- search "text" in src
- write "text" to notes.md
- replace "text" with "other" in notes.md
- run npm test
To talk to a model, configure one: ${HOW_TO} says how.`,
    reminder: `(No model is configured: I do only what a few fixed requests say. ${HOW_TO} tells how to add a model.)`,
    heads: {
      list_directory: ({ path }) => (path === '.' ? 'In the workspace:' : `In ${path}:`),
      read_file: ({ path }) => `${path} says:`,
      search_in_project: ({ query }) => `Where “${query}” stands:`,
      write_file: () => 'Written.',
      edit_file: () => 'Replaced.',
      run_command: ({ command }) => `This is what “${command}” printed:`,
    },
    failed: 'That did not work.',
    moreLines: (count) => `… and ${count} more lines`,
  },
  ru: {
    help: `Модель не настроена: я встроенный агент и понимаю несколько просьб.
- покажи демо
- покажи файлы в src
- прочитай README.md
- найди "текст" в src
- запиши "текст" в notes.md
- замени "текст" на "другой" в notes.md
- запусти npm test
Чтобы говорить с моделью, настройте её: как это сделать, сказано в ${HOW_TO}.`,
    reminder: `(Модель не настроена: я выполняю только несколько простых просьб. Как добавить модель, сказано в ${HOW_TO}.)`,
    heads: {
      list_directory: ({ path }) => (path === '.' ? 'В рабочей папке:' : `В ${path}:`),
      read_file: ({ path }) => `Содержимое ${path}:`,
      search_in_project: ({ query }) => `Где встречается «${query}»:`,
      write_file: () => 'Записано.',
      edit_file: () => 'Заменено.',
      run_command: ({ command }) => `Вот что вывела команда «${command}»:`,
    },
    failed: 'Не получилось.',
    moreLines: (count) => `… строк дальше: ${count}`,
  },
  zh: {
    help: `尚未配置模型：我是内置代理，只懂几种请求。
- 演示一下
- 列出 src 中的文件
- 读取 README.md
- 在 src 中搜索“文字”
- 把“文字”写入 notes.md
- 把 notes.md 中的“文字”替换为“别的”
- 运行 npm test
要与模型对话，请先配置模型：方法见 ${HOW_TO}。`,
    reminder: `（尚未配置模型：我只会几种固定请求。添加模型的方法见 ${HOW_TO}。）`,
    heads: {
      list_directory: ({ path }) => (path === '.' ? '工作区里有：' : `${path} 里有：`),
      read_file: ({ path }) => `${path} 的内容：`,
      search_in_project: ({ query }) => `“${query}”出现在：`,
      write_file: () => '已写入。',
      edit_file: () => '已替换。',
      run_command: ({ command }) => `“${command}”的输出：`,
    },
    failed: '没有成功。',
    moreLines: (count) => `… 还有 ${count} 行`,
  },
}
