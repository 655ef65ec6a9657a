// The texts of the demo story, in the language of the request.
import type { Language } from '../forms/form.ts'

export interface StoryWords {
  /** The text before each call, by tool. */
  readonly scenes: Readonly<Record<string, string>>
  readonly ended: string
  readonly outcomes: Readonly<Record<string, { readonly done: string; readonly failed: string }>>
  readonly undo: string
}

export const STORY_WORDS: Record<Language, StoryWords> = {
  en: {
    scenes: {
      list_directory:
        'This is the demo story. I am a built-in agent, not a model, but every call below is real. First I look around: that is harmless and runs at once.',
      read_file: 'I read a file. That is harmless, too.',
      apply_patch_review: 'I propose three new files. Look at each part and take what you like: the boast is better left out.',
      apply_patch: 'I apply exactly what you took. You have seen it, so you are not asked again.',
      run_command: 'I run the test. A command waits for your yes: you see the exact line, the sandbox and the network.',
      execute_command: 'Now I try something that nobody should: deleting with rm.',
    },
    ended: 'That was the story:',
    outcomes: {
      list_directory: { done: 'Looking around ran at once: it is LOW risk.', failed: 'Looking around did not work.' },
      read_file: { done: 'So did reading a file.', failed: 'Reading the file was refused or failed.' },
      apply_patch_review: { done: 'You reviewed the change part by part.', failed: 'The change was not reviewed, so nothing was written.' },
      apply_patch: { done: 'Exactly the parts that you took were written.', failed: 'The change was not applied.' },
      run_command: { done: 'The test ran because you said yes, and passed.', failed: 'The test did not run or did not pass.' },
      execute_command: { done: 'The deletion ran, which it never should.', failed: 'The deletion was refused without even asking you.' },
    },
    undo: 'Everything is in the history. To put the files back as they were, open the card of apply_patch and choose Undo.',
  },
  ru: {
    scenes: {
      list_directory:
        'Это демо-история. Я встроенный агент, а не модель, но каждый вызов ниже настоящий. Сначала осмотрюсь: это безопасно и выполняется сразу.',
      read_file: 'Читаю файл. Это тоже безопасно.',
      apply_patch_review: 'Предлагаю три новых файла. Посмотрите каждую часть и возьмите то, что нравится: хвастовство лучше оставить.',
      apply_patch: 'Применяю ровно то, что вы взяли. Вы это видели, поэтому второй раз вас не спросят.',
      run_command: 'Запускаю тест. Команда ждёт вашего согласия: видны точная строка, песочница и сеть.',
      execute_command: 'А теперь попробую то, чего делать нельзя: удалить через rm.',
    },
    ended: 'Вот и вся история:',
    outcomes: {
      list_directory: { done: 'Осмотр выполнился сразу: риск LOW.', failed: 'Осмотреться не получилось.' },
      read_file: { done: 'Чтение файла тоже.', failed: 'Прочитать файл не удалось или не разрешили.' },
      apply_patch_review: { done: 'Вы проверили изменение по частям.', failed: 'Изменение не проверено, поэтому ничего не записано.' },
      apply_patch: { done: 'Записаны ровно те части, которые вы взяли.', failed: 'Изменение не применено.' },
      run_command: { done: 'Тест запустился, потому что вы согласились, и прошёл.', failed: 'Тест не запустился или не прошёл.' },
      execute_command: { done: 'Удаление выполнилось, чего быть не должно.', failed: 'В удалении отказано, вас даже не спросили.' },
    },
    undo: 'Всё есть в истории. Чтобы вернуть файлы, откройте карточку apply_patch и выберите «Отменить».',
  },
  zh: {
    scenes: {
      list_directory: '这是演示故事。我是内置代理，不是模型，但下面的每次调用都是真的。先看看这里有什么：这没有风险，会立即执行。',
      read_file: '读取一个文件，同样没有风险。',
      apply_patch_review: '我提议新建三个文件。请逐块查看，选择想要的部分：那句自夸最好不要。',
      apply_patch: '只应用您选中的部分。您已经看过，所以不会再问一次。',
      run_command: '运行测试。命令要等您同意：您能看到完整命令、沙箱和网络。',
      execute_command: '现在试一件谁都不该做的事：用 rm 删除。',
    },
    ended: '故事到此结束：',
    outcomes: {
      list_directory: { done: '查看目录立即执行：风险为 LOW。', failed: '查看目录没有成功。' },
      read_file: { done: '读取文件也是。', failed: '读取文件被拒绝或失败。' },
      apply_patch_review: { done: '您逐块审阅了改动。', failed: '改动没有经过审阅，所以什么也没写。' },
      apply_patch: { done: '只写入了您选中的部分。', failed: '改动没有应用。' },
      run_command: { done: '您同意后测试运行并通过。', failed: '测试没有运行或没有通过。' },
      execute_command: { done: '删除被执行了，这本不该发生。', failed: '删除被直接拒绝，甚至没有问您。' },
    },
    undo: '一切都有记录。要恢复文件，请打开 apply_patch 的卡片并选择“撤销”。',
  },
}
