export const shared = {
  copy: 'Копировать',
  copied: 'Скопировано',
  problem: 'Не получилось: {{error}}',
  unreachable: 'Сервер недоступен.',
  back: 'Назад',
  outputCut: 'Начало не показано.',
  outputMissing: 'Дошло не всё: не хватает байт: {{bytes}}.',
  showAll_one: 'Показать целиком ({{count}} знак)',
  showAll_few: 'Показать целиком ({{count}} знака)',
  showAll_many: 'Показать целиком ({{count}} знаков)',
  showAll_other: 'Показать целиком ({{count}} знака)',
}
