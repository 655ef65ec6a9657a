// Notes of the runner among the output of a command, in Russian.
import type { Catalogue } from '../../sentence.ts'

const LATER = 'позже исполнилось бы или подействовало вне песочницы'
const CROWDED = 'секретных файлов или репозиториев слишком много, чтобы скрыть каждый отдельно'
const KEPT = 'отложено, чтобы оператор мог это просмотреть'

export const OUTPUT_NOTES: Catalogue['forms'] = {
  'note.too-many-processes': 'Команда завершена: она запустила слишком много процессов.',
  'note.folder-full-ended':
    'Команда завершена: её {folder} превысила {size} МБ или {entries} имён либо содержала папку, которую нельзя прочитать. Она очищается; храните большие файлы в рабочей папке.',
  'note.folder-full':
    'Папка {folder} превысила {size} МБ или {entries} имён либо содержала папку, которую нельзя прочитать. Она очищается; храните большие файлы в рабочей папке.',
  'note.git-sees-empty-folder':
    'В {folder} есть репозиторий: строка, которая только читает и использует git, видит вместо неё пустую папку.',
  'note.git-does-not-see': 'git не видит {name}: {why}',
  'note.only-some-names': {
    one: `Команды видят в верхней папке только {count} имя и не создают там новых: ${CROWDED}.`,
    few: `Команды видят в верхней папке только {count} имени и не создают там новых: ${CROWDED}.`,
    many: `Команды видят в верхней папке только {count} имён и не создают там новых: ${CROWDED}.`,
    other: `Команды видят в верхней папке только {count} имени и не создают там новых: ${CROWDED}.`,
  },
  'note.content-hidden': `Команды не видят содержимого {names}: ${CROWDED}.`,
  'note.content-hidden-and-more': `Команды не видят содержимого {names} и ещё {count}: ${CROWDED}.`,
  'note.entry-taken-out': `{name} значилось в {index} как другой репозиторий, что ${LATER}; запись удалена.`,
  'note.renamed': `{name} ${LATER}; перенести в карантин не удалось, теперь это называется {beside} и ни на что не действует.`,
  'note.kept-apart': `{name} ${LATER}; ${KEPT}.`,
  'note.packages-kept-apart': {
    one: `{count} файл или папка в пакетах (первое имя — {name}) ${LATER}; ${KEPT}.`,
    few: `{count} файла и папки в пакетах (первое имя — {name}) ${LATER}; ${KEPT}.`,
    many: `{count} файлов и папок в пакетах (первое имя — {name}) ${LATER}; ${KEPT}.`,
    other: `{count} файла и папки в пакетах (первое имя — {name}) ${LATER}; ${KEPT}.`,
  },
  'note.not-put-away': `ВНИМАНИЕ: {name} может содержать то, что ${LATER}, и отложить это не удалось ({why}). Удалите это, прежде чем пользоваться здесь git, редактором или оболочкой. Новая попытка будет перед следующей командой и при следующем запуске исполнителя.`,
  'note.more-like-these': 'И ещё {count} таких же.',
}
