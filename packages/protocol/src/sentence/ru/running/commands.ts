// What went wrong around a command: its sandbox, its process, a search, a stopped call, a result, in Russian.
import type { Catalogue } from '../../sentence.ts'

export const COMMAND_FAILURES: Catalogue['forms'] = {
  'command.time-limit': '{command}, прошло {count} с',
  'command.the-line': 'строка',
  'command.no-program': 'на этой машине нет такой программы',
  'command.no-bash': 'на этой машине нет bash',
  'command.output-withheld':
    'пока выполнялась команда {command}, файлы с секретами появлялись, исчезали или перемещались; её вывод не показан, повторите вызов',
  'sandbox.not-built':
    'не удалось создать песочницу для {command}, скорее всего потому, что файлы проекта всё время появляются и исчезают; ничего не выполнено. Завершите то, что их меняет, например через kill_process, и повторите вызов; если их ничто не меняет, countersign doctor скажет, что здесь не так',
  'sandbox.folder-not-shown': 'командам эта папка не видна',
  'sandbox.too-many-names':
    'в верхней папке проекта слишком много имён с секретами, чтобы скрыть их по одному, а других имён: {count}; пусть человек переместит их в отдельную папку',
  'sandbox.root-unreadable': 'исполнителю не разрешено её читать',
  'process.none-named': 'процесс {name}; в этом проекте такого нет',
  'process.name-in-use': 'process_id {name} занят работающим процессом; выберите другое имя или остановите его через kill_process',
  'process.too-many': 'работающих процессов этого проекта уже {count}; остановите один через kill_process',
  'process.ended-by-itself': 'завершился сам',
  'process.not-started': 'его не удалось запустить',
  'process.call-cancelled': 'его вызов отменён',
  'process.killed': 'остановлен через kill_process',
  'process.other-runner': 'проект теперь у другого исполнителя',
  'process.session-ended': 'его сеанс завершён или его вызов отменён',
  'process.machine-restarted': 'завершился при перезапуске машины',
  'process.ended-with-runner': 'завершился вместе с исполнителем, который был принудительно остановлен',
  'process.found-and-ended': 'исполнитель был принудительно остановлен; процесс найден при следующем запуске и завершён',
  'problem.query-too-large': 'с развёрнутыми повторениями шаблон слишком велик; используйте меньше повторений или повторения поменьше',
  'search.took-too-long': 'поиск длился больше {count} с; ищите в одной папке, по шаблону имён или что-то попроще',
  'editor.took-too-long': 'редактор не ответил за {count} с; повторите, когда он загрузит проект',
  'cancel.runner-stopped': 'исполнитель остановлен',
  'cancel.input-ended': 'ввод закончился',
  'cancel.already': 'вызов уже в состоянии {status}',
  'cancel.nobody-reads': 'сообщения больше никто не читает',
  'result.see-log': 'смотрите журнал исполнителя, номер {reference}',
  'result.not-sent': 'результат не удалось отправить',
  'result.not-taken': 'сервер не принял результат ({why})',
  'result.large-value': 'большое значение',
  'tool.nothing-to-show': 'для {tool} показывать нечего',
  'risk.LOW': 'низкий',
  'risk.MEDIUM': 'средний',
  'risk.HIGH': 'высокий',
}
