// A second reader of plain shell lines, independent of the grammar: words, operators, redirections, groups, here-documents. The grammar is
// the first reader. If the two disagree on the commands of a line, it is refused, so that a quirk of one is not a way in.

import type { Redirection, ShellWord } from '../shell-command.ts'
import { readWord } from './read-word.ts'

const OPERATOR = /&&|\|\||\|&|;[;&]|[;|&()\n]/y
const REDIRECTION = /(\d*)(&>>|&>|<<<|<<-|<<|<>|<&-|>&-|<&|>&|>>|>\||<|>)/y
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/
const GROUPING = new Set(['{', '}', '!'])
const CONTROL = new Set('if then elif else fi for while until do done case esac select function in time coproc [[ ]]'.split(' '))

interface PlainCommand {
  readonly assignments: ShellWord[]
  readonly words: ShellWord[]
  readonly redirections: Redirection[]
}

interface LineReader {
  readonly line: string
  index: number
  readonly commands: PlainCommand[]
  open: PlainCommand
  readonly pendingDocuments: { delimiter: string; stripTabs: boolean }[]
}

const openCommand = (): PlainCommand => ({ assignments: [], words: [], redirections: [] })

/** 'beyond' for constructs that this reader does not model; 'wrong' for what no shell would parse as complete commands. */
export function readLine(line: string): readonly PlainCommand[] | 'beyond' | 'wrong' {
  const reader: LineReader = { line, index: 0, commands: [], open: openCommand(), pendingDocuments: [] }
  for (;;) {
    skipBlanksAndComment(reader)
    if (reader.index >= line.length) break
    const step = readRedirection(reader) ?? readOperator(reader) ?? readNextWord(reader)
    if (step !== 'read') return step
  }
  closeCommand(reader)
  return reader.pendingDocuments.length > 0 ? 'wrong' : reader.commands
}

type Step = 'read' | 'beyond' | 'wrong'

function skipBlanksAndComment(reader: LineReader): void {
  const blanks = /(?:[ \t]|\\\n)*(?:#[^\n]*)?/y
  blanks.lastIndex = reader.index
  reader.index += blanks.exec(reader.line)?.[0].length ?? 0
}

function readOperator(reader: LineReader): Step | undefined {
  OPERATOR.lastIndex = reader.index
  const operator = OPERATOR.exec(reader.line)?.[0]
  if (operator === undefined) return undefined
  reader.index += operator.length
  // `name (` defines a function; `;;` and `;&` end the branches of a case.
  if ((operator === '(' && reader.open.words.length > 0) || /^;[;&]/.test(operator)) return 'wrong'
  closeCommand(reader)
  return operator === '\n' ? readDocuments(reader) : 'read'
}

function closeCommand(reader: LineReader): void {
  const { assignments, words, redirections } = reader.open
  if (assignments.length + words.length + redirections.length > 0) reader.commands.push(reader.open)
  reader.open = openCommand()
}

function readRedirection(reader: LineReader): Step | undefined {
  REDIRECTION.lastIndex = reader.index
  const match = REDIRECTION.exec(reader.line)
  if (!match) return undefined
  const [whole, descriptor = '', operator = ''] = match
  reader.index += whole.length
  if (operator.startsWith('&') && descriptor !== '') return 'wrong'
  if (reader.line[reader.index] === '(' && /^[<>]$/.test(operator)) return 'beyond'
  if (operator.endsWith('&-')) return pushRedirection(reader, { operator, descriptor, target: { value: '', raw: '', dynamic: [] } })
  skipBlanksAndComment(reader)
  const read = readWord(reader.line, reader.index)
  if (!read || read.end === reader.index) return 'wrong'
  if (read.word.dynamic.some(isBeyond)) return 'beyond'
  reader.index = read.end
  // `> 2>x`: the number belongs to the second redirection, and the first has no target.
  const hasNoTarget = /^\d+$/.test(read.word.raw) && /[<>]/.test(reader.line[read.end] ?? '')
  if (hasNoTarget || isAmbiguous(operator, descriptor, read.word.value)) return 'wrong'
  if (operator === '<<' || operator === '<<-') reader.pendingDocuments.push({ delimiter: read.word.value, stripTabs: operator === '<<-' })
  return pushRedirection(reader, { operator, descriptor, target: read.word })
}

/** `2>&x` copies an invalid descriptor; only `>& file` without a number means a file. */
const isAmbiguous = (operator: string, descriptor: string, target: string): boolean =>
  !/^\d+$/.test(target) && (operator === '<&' || (operator === '>&' && descriptor !== ''))

function pushRedirection(reader: LineReader, redirection: Redirection): Step {
  reader.open.redirections.push(redirection)
  return 'read'
}

function readNextWord(reader: LineReader): Step {
  const read = readWord(reader.line, reader.index)
  if (!read || read.end === reader.index) return 'wrong'
  const { word, end } = read
  if (word.dynamic.some(isBeyond)) return 'beyond'
  // `{name}>file` opens a descriptor and stores its number in a variable.
  if (/[<>]/.test(reader.line[end] ?? '') && word.dynamic.includes('brace')) return 'beyond'
  reader.index = end
  const isFirst = reader.open.words.length === 0
  if (isFirst && GROUPING.has(word.raw) && reader.open.redirections.length + reader.open.assignments.length === 0) return 'read'
  if (isFirst && CONTROL.has(word.raw)) return 'beyond'
  if (isFirst && ASSIGNMENT.test(word.raw)) reader.open.assignments.push(word)
  else reader.open.words.push(word)
  return 'read'
}

const isBeyond = (dynamic: string): boolean => dynamic === 'substitution' || dynamic === 'expansion' || dynamic === 'arithmetic'

/** The bodies of the here-documents follow the newline, each up to a line that is exactly its delimiter. */
function readDocuments(reader: LineReader): Step {
  for (const { delimiter, stripTabs } of reader.pendingDocuments.splice(0)) {
    for (;;) {
      if (reader.index >= reader.line.length) return 'wrong'
      const newline = reader.line.indexOf('\n', reader.index)
      const end = newline < 0 ? reader.line.length : newline
      const text = reader.line.slice(reader.index, end)
      reader.index = Math.min(end + 1, reader.line.length)
      if ((stripTabs ? text.replace(/^\t+/, '') : text) === delimiter) break
    }
  }
  return 'read'
}
