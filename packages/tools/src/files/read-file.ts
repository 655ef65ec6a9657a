// read_file: the text of one file, whole or by lines; pdf and images as base64.
import { judgePathUse } from '@countersign/policy'
import { Failure, LIMITS, sentence } from '@countersign/protocol'
import * as z from 'zod'
import { defineTool } from '../define-tool.ts'
import { boundText, countLines, inMegabytes, requireText, sliceLines } from '../words/text.ts'
import { encodeBase64 } from './base64.ts'

const BINARY_EXTENSIONS = /\.(pdf|png|jpe?g|gif|webp|bmp|ico|avif|tiff?|heic)$/i
// As base64 a file grows by a third, and must still fit into a body.
const MAX_BINARY_BYTES = (LIMITS.maxBodyBytes / 4) * 3

const output = z.strictObject({
  success: z.literal(true),
  content: z.string(),
  encoding: z.enum(['utf-8', 'base64']),
  /** The size of the whole file, in bytes. */
  size: z.int(),
  /** The number of lines of the whole file; 0 if it is not text. */
  lines: z.int(),
  /** More lines follow after the last one in `content`. */
  truncated: z.boolean(),
})

function tooLarge(path: string, size: number): Failure {
  const why = sentence('file.size-as-base64', { count: size, limit: MAX_BINARY_BYTES })
  return new Failure('FILE_TOO_LARGE', { subject: sentence('subject.with-why', { subject: path, why }), path })
}

export const readFile = defineTool({
  name: 'read_file',
  aliases: ['tool_read_file'],
  forModel: `Read one text file (UTF-8) of the workspace, at most ${inMegabytes(LIMITS.maxFileBytes)} MB. For a long file, read it in parts: \`offset\` is the number of lines to skip, \`limit\` the number of lines to return.`,
  uses: ['workspace:read'],
  input: z.strictObject({
    path: z.string().describe('Relative to the workspace, with / between names'),
    offset: z.int().min(0).optional().describe('Lines to skip'),
    limit: z.int().min(1).optional().describe('Lines to return'),
  }),
  output,
  fails: [
    'FILE_NOT_FOUND',
    'FILE_TOO_LARGE',
    'PERMISSION_DENIED',
    'INVALID_PATH',
    'PATH_OUTSIDE_WORKSPACE',
    'SENSITIVE_FILE',
    'ENCODING_ERROR',
  ],
  usualRisk: 'LOW',
  idempotent: true,
  judge: ({ path }, facts) => judgePathUse(path, 'read', facts),
  concerns: ({ path }) => ({ paths: [path], commands: [] }),
  ask: ({ path }) => sentence('title.read', { path }),
  run: async ({ path, offset = 0, limit }, { workspace }): Promise<z.input<typeof output>> => {
    const { bytes, size } = await workspace.read(path)
    if (BINARY_EXTENSIONS.test(path)) {
      if (size > MAX_BINARY_BYTES) throw tooLarge(path, size)
      return { success: true, content: encodeBase64(bytes), encoding: 'base64', size, lines: 0, truncated: false }
    }
    const text = requireText(bytes, path)
    const lines = countLines(text)
    const isWhole = offset === 0 && limit === undefined
    const content = isWhole ? text : sliceLines(text, offset, limit ?? lines)
    return { success: true, content, encoding: 'utf-8', size, lines, truncated: limit !== undefined && offset + limit < lines }
  },
  report: ({ content, encoding, size, lines }, { path, offset = 0 }) => {
    if (encoding === 'base64') return `${path} is not text (${size} bytes); its content cannot be shown here.`
    if (content === '') return lines === 0 ? `${path} is empty.` : `${path} has only ${lines} lines.`
    const { text, lines: shown, isCut } = boundText(content)
    if (isCut && shown === 0)
      return `${text}\n[Line ${offset + 1} of ${path} is too long: only its beginning is shown. Search in the file for the rest.]`
    const next = offset + shown
    return next < lines ? `${text}\n[Lines ${offset + 1} to ${next} of ${lines} of ${path}. To read on: offset ${next}.]` : text
  },
  examples: [
    { title: 'a whole file', input: { path: 'README.md' }, given: { 'README.md': '# Hello\n' }, risk: 'LOW' },
    { title: 'a part of a long file', input: { path: 'log.txt', offset: 1, limit: 2 }, given: { 'log.txt': 'a\nb\nc\nd\n' }, risk: 'LOW' },
    { title: 'a file that is not there', input: { path: 'missing.md' }, risk: 'LOW', refuses: 'FILE_NOT_FOUND' },
    { title: 'a file that holds secrets', input: { path: '.env' }, given: { '.env': 'TOKEN=1' }, refuses: 'SENSITIVE_FILE' },
    { title: 'a way out', input: { path: '../secret.txt' }, refuses: 'PATH_OUTSIDE_WORKSPACE' },
  ],
})
