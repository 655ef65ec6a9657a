// curl and wget: which hosts they talk to, what they write, and what they would send. Files of the workspace are never sent away.
import { sentence } from '@countersign/protocol'
import { printable } from '../../risk/index.ts'
import type { Field } from '../../script/run.ts'
import { type Found, found, join, NOTHING, type ProgramCall, refused } from '../found.ts'
import { judgePath, judgeSuspect } from '../places.ts'

const UPLOAD = ['-T', '--upload-file', '--post-file', '--body-file']
const DATA = '-d --data --data-binary --data-raw --data-ascii --data-urlencode --json --post-data --body-data --url-query'.split(' ')
const FORM = ['-F', '--form']
/** A value that begins with `@` is the name of a file, whose lines are sent. */
const HEADER = ['-H', '--header', '--proxy-header']
/** Letters whose value follows in the same word or in the next: `-sT file`, `-sSd@file`. */
const LETTERS: Readonly<Record<string, string>> = { curl: 'AbcCdDeEFHKmoPQrtTuUwxXyYz', wget: 'oaeiBtTOPQlARDIXwU' }
const OUTPUT =
  /^(?:-o|--output|--output-document|--dump-header|-D|--cookie-jar|-c|--trace|--trace-ascii|--stderr|-P|--directory-prefix|--output-dir)$/
/** Options that read a file, run something or change where the request goes. */
const ODD =
  /^(?:-K|--config|--unix-socket|--abstract-unix-socket|--proxy|-x|--preproxy|--socks\w*|--resolve|--connect-to|--engine|--cert|-E|--key|--netrc-file|--input-file|-i|--use-askpass|-e|--execute|--url)$/
const VALUED =
  /^(?:-[XHuAemwbrzCytY]|--request|--header|--user|--user-agent|--referer|--max-time|--connect-timeout|--write-out|--cookie|--range|--retry\S*|--timeout|--tries|--limit-rate|--form-string|--url-query|--interface|--ciphers|--max-filesize|--max-redirs|--level|--accept|--reject|-O)$/

interface Transfer {
  readonly urls: Field[]
  readonly found: Found[]
}

export function judgeTransfer(call: ProgramCall): Found {
  const { urls, found: sides } = readArguments(call)
  if (urls.length === 0 && call.args.every(({ text }) => /^(?:-V|--version|--help|-h)$/.test(text)))
    return found('LOW', 'everyday.only-reads')
  const targets = urls.length === 0 ? [{ text: '…', isOpen: true } as Field] : urls
  return join({ ...NOTHING, network: true }, ...targets.map((url) => judgeHost(url, call)), ...sides)
}

function readArguments(call: ProgramCall): Transfer {
  const transfer: Transfer = { urls: [], found: [] }
  const { name } = call
  const args = call.args.flatMap((field) => dividedShort(name, field))
  for (let index = 0; index < args.length; index++) {
    const field = args[index] as Field
    const { text } = field
    const [option = text, ...attached] = text.startsWith('--') ? text.split('=') : [text]
    const takeValue = (): Field => (attached.length > 0 ? { ...field, text: attached.join('=') } : (args[++index] ?? field))
    if (isOption(option, UPLOAD, name)) transfer.found.push(sendsFile(text))
    else if (isOption(option, DATA, name)) transfer.found.push(judgeData(option, takeValue(), call))
    else if (isOption(option, FORM, name)) transfer.found.push(judgeForm(takeValue()))
    else if (isOption(option, HEADER, name)) transfer.found.push(judgeHeader(takeValue()))
    else if (option === '--variable') transfer.found.push(judgeHeader({ ...field, text: takeValue().text.replace(/^[^@=]*(?=@)/, '') }))
    else if (OUTPUT.test(option) || (name === 'wget' && /^-O$/.test(option)))
      transfer.found.push(judgePath(takeValue(), 'write', call.folders, call.facts))
    else if (ODD.test(option) && !(name === 'curl' && /^-[ie]$/.test(option))) transfer.found.push(judgeOdd(field, takeValue(), call))
    else if (VALUED.test(option) && !(name === 'curl' && option === '-O')) takeValue()
    else if (!text.startsWith('-')) transfer.urls.push(field)
    else transfer.found.push(judgeSuspect(field, call.folders, call.facts))
  }
  return transfer
}

/** Names of options that are also the beginning of another. */
const WHOLE = new Set(['--url', '--head', '--proxy'])

/** Both programs take a long option by any beginning that only it has; one letter of wget's means something else. */
const isOption = (option: string, names: readonly string[], program: string): boolean =>
  option.startsWith('--')
    ? option.length > 3 && !WHOLE.has(option) && names.some((name) => name.startsWith(option))
    : program === 'curl' && names.includes(option)

function dividedShort(program: string, field: Field): Field[] {
  const { text } = field
  if (!/^-[A-Za-z0-9#:]./.test(text)) return [field]
  const letters = Array.from(text.slice(1))
  const at = letters.findIndex((letter) => LETTERS[program]?.includes(letter))
  const flags = (at < 0 ? letters : letters.slice(0, at + 1)).map((letter) => ({ ...field, text: `-${letter}` }))
  const value = at < 0 ? '' : letters.slice(at + 1).join('')
  return value === '' ? flags : [...flags, { ...field, text: value, prefix: field.prefix.slice(at + 2) }]
}

const sendsFile = (text: string): Found => refused('COMMAND_NOT_ALLOWED', text, 'advice.sends-files')

/** `@file` sends a file; `@-` sends what comes by the pipe. */
const judgeData = (option: string, { text }: Field, { isFed, inputText }: ProgramCall): Found => {
  const reads = text.startsWith('@') || /^[^=&]*@/.test(text.split('=')[0] === text ? '' : (text.split('=')[0] as string))
  // Only where it is encoded may a name stand before the `@`.
  if (!reads && !(/^--(?:data-u|url-q)/.test(option) && /^[^=]*@/.test(text))) return NOTHING
  return text === '@-' && (!isFed || inputText !== undefined) ? NOTHING : sendsFile(text)
}

const judgeHeader = ({ text }: Field): Found => (text.startsWith('@') ? sendsFile(text) : NOTHING)

const judgeForm = ({ text }: Field): Found => (/=\s*[@<]/.test(text) || /^[@<]/.test(text) ? sendsFile(text) : NOTHING)

const judgeOdd = (option: Field, value: Field, { folders, facts }: ProgramCall): Found =>
  join(
    found('HIGH', sentence('everyday.transfer-option', { option: printable(option.text) }), 'network'),
    judgeSuspect(value, folders, facts),
  )

function judgeHost({ text, isOpen, prefix }: Field, { name }: ProgramCall): Found {
  const url = isOpen ? (prefix ?? '') : text
  const host = hostOf(url)
  if (/^file:/i.test(url)) return found('HIGH', sentence('everyday.outside', { path: printable(url) }), 'outside')
  const isComplete = !isOpen || /^[a-z]+:\/\/[^/]+\//i.test(url)
  if (isComplete && host !== undefined && isLoopback(host))
    return found('MEDIUM', sentence('everyday.talks-to', { command: name, host: printable(host) }), 'network')
  return found('HIGH', sentence('everyday.talks-to', { command: name, host: printable(host ?? text) }), 'network')
}

function hostOf(url: string): string | undefined {
  const match = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#@]+)/i.exec(url)
  return match?.[1]?.toLowerCase()
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host)
