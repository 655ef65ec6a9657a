// The six requests in English.
import { append, list, read, readNamed, replace, run, search, write } from './calls.ts'
import { createForm, type Form, LINE, PATH, QUERY, QUOTED_QUERY, REST, TEXT } from './form.ts'

const POLITE = '(?:(?:please|kindly|now|(?:can|could|would|will) you(?: please)?),? )?'
const END = '(?:,? (?:please|thanks|thank you|for me))?\\??'
const THE = '(?:the |this |my )?'
const HERE = '(?: (?:here|(?:in|of) (?:the|this|my) (?:project|workspace|folder|directory)))?'
const FOLDER = `(?:(?:the |this )?(?:folder|directory) )?${PATH}(?: (?:folder|directory))?`
const FILES = '(?:all )?(?:of )?(?:the |my )?(?:project )?(?:files|folders|files and folders|contents?)'
const INTO = `(?:to|into|in) ${THE}(?:file )?${PATH}`

const form = (pattern: string, call: Form['call']): Form => createForm(`${POLITE}${pattern}${END}`, call)

export const ENGLISH: readonly Form[] = [
  form(`(?:read|open|cat|print|show|display|view)(?: me)? (?:the contents? of )?${THE}file ${PATH}`, readNamed),
  form(`(?:read|open|cat|print|show|display|view)(?: me)? (?:the contents? of )?${THE}${PATH}(?: file)?`, read),
  form(`what(?:'s|’s| is) in ${THE}(?:file )?${PATH}`, read),
  form(`(?:(?:list|show|ls|display)(?: me)? )?${FILES}${HERE}`, list),
  form('(?:ls|dir|list)', list),
  form(`(?:list|show|display)(?: me)? ${FILES} (?:in|of|under|inside|from) ${FOLDER}`, list),
  form(`(?:show|tell)(?: me)? what(?:'s|’s| is) (?:in|inside) ${FOLDER}`, list),
  form(`what(?:'s|’s| is) (?:in|inside) ${THE}(?:folder|directory) ${PATH}`, list),
  form(`(?:what|which) files are (?:there )?(?:in|under|inside) ${FOLDER}`, list),
  form('(?:what|which) files are (?:there|here)', list),
  form(`(?:ls|list|dir) ${FOLDER}`, list),
  form(`(?:search|find|grep|look)(?: for)? ${THE}(?:text |word |string )?${QUERY}${HERE}`, search),
  form(`(?:search|find|grep|look)(?: for)? ${THE}(?:text |word |string )?${QUERY} (?:in|inside|under) ${FOLDER}`, search),
  form(`search (?:in |through )?${PATH} for ${QUERY}`, search),
  form(`where is ${QUOTED_QUERY}(?: used| mentioned)?`, search),
  form(`(?:write|put|save) ${THE}(?:text )?${TEXT} ${INTO}`, write),
  form(`(?:append|add) ${THE}(?:text |line )?${TEXT} ${INTO}`, append),
  form(
    `(?:replace|change) ${THE}(?:text |word )?${QUOTED_QUERY} (?:with|by|to|into) ${THE}(?:text |word )?${TEXT} in ${THE}(?:file )?${PATH}`,
    replace,
  ),
  form(`(?:create|make|write) (?:a |the )?(?:new )?(?:file )?${PATH} (?:with|containing|saying)(?: the text| the content)? ${TEXT}`, write),
  createForm(`${POLITE}write (?:to |into )?(?:the file )?${PATH}:\\s?${REST}`, write, true),
  createForm(`${POLITE}append to (?:the file )?${PATH}:\\s?${REST}`, append, true),
  createForm(`(?:can|could|would|will) you(?: please)? (?:run|execute) ${LINE}\\?`, run),
  createForm(`${POLITE}(?:run|execute)(?: the command)?:? ${LINE}(?:, (?:please|thanks))?`, run),
]
