// The six requests in Russian.
import { append, list, read, readNamed, replace, run, search, write } from './calls.ts'
import { createForm, type Form, LINE, PATH, PLAIN_PATH, QUERY, QUOTED_QUERY, REST, TEXT } from './form.ts'

const POLITE = '(?:пожалуйста,? )?'
const END = '(?:,? пожалуйста)?\\??'
const SHOW = '(?:покажи|покажите|выведи|выведите|перечисли|перечислите)(?: мне)?(?:, пожалуйста,)?'
const READ = '(?:прочитай|прочитайте|прочти|прочтите|открой|откройте|покажи|покажите|выведи|выведите)(?: мне)?(?:, пожалуйста,)?'
const FIND = '(?:найди|найдите|ищи|поищи|поищите|искать|поиск)'
const FILES = '(?:все )?(?:файлы|список файлов|содержимое|файлы и папки)'
const HERE = '(?: (?:проекта|здесь|тут|в проекте|в этой папке|в этом проекте|во? всём проекте))?'
const FOLDER = '(?:папке|папки|папку|каталоге|каталога|каталог|директории|директорию)'
const INTO = `(?:в|во)(?: файл)? ${PATH}`

const form = (pattern: string, call: Form['call']): Form => createForm(`${POLITE}${pattern}${END}`, call)

export const RUSSIAN: readonly Form[] = [
  form(`${SHOW} ${FILES}${HERE}`, list),
  form(`(?:список файлов|файлы)${HERE}`, list),
  form(`${SHOW} ${FILES} (?:(?:в|из) )?(?:${FOLDER} )?${PLAIN_PATH}`, list),
  form(`список файлов (?:(?:в|из) )?(?:${FOLDER} )?${PLAIN_PATH}`, list),
  form(`${SHOW},? что (?:лежит |есть )?в (?:${FOLDER} )?${PLAIN_PATH}`, list),
  form(`(?:${SHOW}|открой) ${FOLDER} ${PATH}`, list),
  form(`(?:что|какие файлы) (?:лежит |лежат |есть )?в ${FOLDER} ${PATH}`, list),
  form(`какие файлы (?:лежат |есть )?в ${PLAIN_PATH}`, list),
  form('какие (?:тут|здесь) (?:есть )?файлы', list),
  form(`${READ} (?:содержимое )?(?:файл|файла) ${PATH}`, readNamed),
  form(`${READ} (?:содержимое )?${PATH}`, read),
  form(`что (?:написано )?в файле ${PATH}`, readNamed),
  form(`${FIND} (?:текст |слово |строку )?${QUERY}${HERE}`, search),
  form(`${FIND} (?:текст |слово |строку )?${QUERY} в (?:${FOLDER} |файле )?${PATH}`, search),
  form(`${FIND} в (?:${FOLDER} |файле )?${PATH} (?:текст |слово |строку )?${QUERY}`, search),
  form(`где (?:используется|встречается|находится|есть) ${QUERY}`, search),
  form(`(?:запиши|запишите|напиши|напишите|сохрани|сохраните) (?:текст |строку )?${TEXT} ${INTO}`, write),
  form(`(?:запиши|запишите|напиши|напишите) ${INTO} (?:текст |строку )?${TEXT}`, write),
  form(`(?:замени|замените) (?:текст |слово )?${QUOTED_QUERY} на (?:текст |слово )?${TEXT} в (?:файле )?${PATH}`, replace),
  form(`(?:создай|создайте) (?:новый )?файл ${PATH} с (?:текстом|содержимым) ${TEXT}`, write),
  form(`(?:допиши|допишите|добавь|добавьте) (?:текст |строку )?${TEXT} ${INTO}`, append),
  createForm(`${POLITE}(?:запиши|напиши) ${INTO}:\\s?${REST}`, write, true),
  createForm(`${POLITE}(?:допиши|добавь) ${INTO}:\\s?${REST}`, append, true),
  createForm(`${POLITE}(?:запусти|запустите|выполни|выполните)(?: команду)?:? ${LINE}(?:, пожалуйста)?`, run),
]
