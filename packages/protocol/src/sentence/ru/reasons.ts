// Why the risk of a call is what it is, in Russian.
import type { Catalogue } from '../sentence.ts'

export const REASONS: Catalogue['forms'] = {
  'reason.writes': 'Записывает {path}',
  'reason.writes-self-running': 'Записывает {path}: такие файлы инструменты выполняют или учитывают сами',
  'reason.writes-without-extension': 'Записывает {path}: у файла нет расширения',
  'reason.writes-unknown-type': 'Записывает {path}: неизвестно, безопасен ли тип файла .{type}',
  'reason.moves': 'Перемещает {path}',
  'reason.moves-folder': 'Перемещает папку {path}',
  'reason.moves-self-running': 'Перемещает {path}: такие файлы инструменты выполняют или учитывают сами',
  'reason.moves-without-extension': 'Перемещает {path}: у файла нет расширения',
  'reason.moves-unknown-type': 'Перемещает {path}: неизвестно, безопасен ли тип файла .{type}',
  'reason.reads': 'Читает {path}',
  'reason.searches': 'Ищет в {path}',
  'reason.lists': 'Перечисляет содержимое {path}',
  'reason.creates-folder': 'Создаёт папку {path}',
  'reason.deletes': 'Удаляет {path}',

  'reason.unjudged': 'Этот вызов не удалось разобрать',
  'reason.no-sandbox': 'На этой машине нет песочницы',
  'reason.only-asks': 'Только спрашивает вас; ваш ответ ничего не разрешает',
  'reason.only-reviews': 'Только спрашивает вас; до apply_patch ничего не записывается',
  'reason.question': 'Это вопрос: ответ и есть его результат',
  'reason.puts-back': 'Возвращает то, что изменил вызов {call}',
  'reason.rule-asks': 'Правило «{rule}» требует спросить: {why}',
  'reason.rule-allows': 'Правило «{rule}» разрешает: {why}',
  'reason.rule-does-not-reach': 'Правило «{rule}» не распространяется на такой риск: {why}',

  'reason.ends-process': 'Завершает процесс этого проекта',
  'reason.reads-process': 'Читает вывод процесса этого проекта',
  'reason.input-to-shell': 'Текст выполнится как строка оболочки, которая его читает, с её папкой, переменными и функциями: {command}',
  'reason.input-to-interpreter': 'Текст выполнится как код программы, которая его читает: {command}',
  'reason.input-to-program': 'Текст получит работающая программа: {command}',
  'reason.input-control': 'Текст — управляющий символ: он может остановить программу или изменить её работу',
  'reason.keeps-running': 'Продолжает работать после вызова и имеет доступ к сети: интернет и службы этой машины',

  'reason.lists-branches': 'Перечисляет ветки',
  'reason.creates-branch': 'Создаёт ветку',
  'reason.switches-branch': 'Переходит на другую ветку: файлы проекта, которые там отличаются, изменятся',
  'reason.deletes-branch': 'Удаляет ветку',
  'reason.commits-without-hooks': 'Делает коммит; хуки не выполняются',
}
