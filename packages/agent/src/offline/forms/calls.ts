// The six requests as tool calls. A word that is unlikely to be a path, a program or a search term is accepted only in quotes.
import type { Call, Parts } from './form.ts'

/** Words that are not names, even where a name is expected. */
const NO_NAME =
  /^(?:a|an|the|it|its|this|that|these|those|them|all|any|every|everything|something|anything|me|my|mine|our|your|his|her|their|some|one|away|out|up|for|to|with|from|about|again|now|what|who|why|how|and|or)$/i
const NO_FOLDER = /^(?:files?|folders?|director(?:y|ies)|contents?)$/i
const NO_QUERY = /^(?:files?|folders?|bugs?|errors?|for|out)$/i
const NO_PROGRAM = /^(?:tests?|commands?|scripts?|programs?|code|project|app)$/i

/** A second request in the same sentence, or words about the result: in an unquoted command line they would become arguments. */
const GOES_ON = /(?:^|\s)(?:and|then|please|и|потом|затем|пожалуйста)(?:\s|$)|\p{Script=Han}/iu

export const list = (parts: Parts): Call | undefined => {
  const path = parts.value('path') ?? '.'
  if (!parts.isQuoted('path') && (NO_NAME.test(path) || NO_FOLDER.test(path))) return undefined
  return { tool_name: 'list_directory', tool_params: { path } }
}

/** If the request says that it means a file, any word is accepted as its name. */
export const readNamed = (parts: Parts): Call | undefined => {
  const path = parts.value('path') ?? ''
  if (!parts.isQuoted('path') && NO_NAME.test(path)) return undefined
  return { tool_name: 'read_file', tool_params: { path } }
}

export const read = (parts: Parts): Call | undefined =>
  parts.isQuoted('path') || looksLikeFile(parts.value('path') ?? '') ? readNamed(parts) : undefined

/** Contains a dot or a slash, or is a name such as LICENSE or Makefile. */
const looksLikeFile = (path: string): boolean => /[./].*[^/]$/.test(path) || /^(?:[A-Z]{3,}|[A-Z][a-z]+file)$/.test(path)

export const search = (parts: Parts): Call | undefined => {
  const query = parts.value('query') ?? ''
  const path = parts.value('path')
  if (query.trim() === '' || (!parts.isQuoted('query') && (NO_NAME.test(query) || NO_QUERY.test(query)))) return undefined
  return { tool_name: 'search_in_project', tool_params: { query, ...(path !== undefined && { path }) } }
}

export const write = (parts: Parts): Call => writing(parts, {})
export const append = (parts: Parts): Call => writing(parts, { mode: 'append' })

function writing(parts: Parts, mode: { readonly mode?: 'append' }): Call {
  const text = parts.value('text') ?? ''
  const content = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return { tool_name: 'write_file', tool_params: { path: parts.value('path'), content, ...mode } }
}

/** Once: a text that stands in several places is refused with their lines. */
export const replace = (parts: Parts): Call => ({
  tool_name: 'edit_file',
  tool_params: { path: parts.value('path'), old_text: parts.value('query'), new_text: parts.value('text') ?? '' },
})

export const run = (parts: Parts): Call | undefined => {
  const command = (parts.value('line') ?? '').trim()
  if (command === '' || (!parts.isQuoted('line') && !looksLikeLine(command))) return undefined
  return { tool_name: 'run_command', tool_params: { command } }
}

function looksLikeLine(command: string): boolean {
  const [program = ''] = command.split(' ', 1)
  return !NO_NAME.test(program) && !NO_PROGRAM.test(program) && !GOES_ON.test(command)
}
