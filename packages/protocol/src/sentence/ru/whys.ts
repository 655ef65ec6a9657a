// Why a call ran, or why it did not, in Russian.
import type { Catalogue } from '../sentence.ts'

export const WHYS: Catalogue['forms'] = {
  'why.low': 'Риск низкий: такие вызовы выполняются без вопроса.',
  'why.rule': 'Правило «{rule}» файла правил разрешает это: {why}.',
  'why.rule-alone': 'Правило «{rule}» файла правил разрешает это.',
  'why.parent': 'Это разрешила программа, которая запустила исполнителя.',
  'why.grant': 'Действует постоянное разрешение ({who}): {covers}.',
  'why.grant-alone': 'Действует постоянное разрешение ({who}).',
  'why.did': '{who}: собственный вызов.',
  'why.approved': '{who}: вызов разрешён.',
  'why.approved-saying': '{who}: вызов разрешён, комментарий «{words}».',
  'why.approved-edited': '{who}: вызов разрешён с другими параметрами.',
  'why.approved-edited-saying': '{who}: вызов разрешён с другими параметрами, комментарий «{words}».',
  'why.undone': '{why} Позже отменено.',
  'why.rejected': '{who}: вызов отклонён.',
  'why.rejected-saying': '{who}: вызов отклонён, причина «{words}».',
  'why.nobody-answered': 'Никто не ответил вовремя.',
  'why.waits-for-answer': 'Ждёт ответа.',
  'why.waits-for-runner': 'Ждёт исполнителя, который покажет, что изменится.',
  'why.answered': '{who}: ответ на вопрос дан.',
  'why.answered-at-client': 'Ответ дан в собственном клиенте агента ({client}), не оператором.',
  'why.never-ran': 'Не выполнялось: {error}',
  'part.cut': {
    one: '{text}… ({count} символ)',
    few: '{text}… ({count} символа)',
    many: '{text}… ({count} символов)',
    other: '{text}… ({count} символа)',
  },
  'part.operator-first': 'Оператор',
  'part.operator': 'оператор',
}
