// A patch as text, always in the form that git writes, without what only git knows (index lines, similarity).
import type { FilePatch, Hunk, Patch } from '../patch.ts'

export const writePatch = ({ files }: Patch): string => files.map(writeFile).join('')

function writeFile(file: FilePatch): string {
  const { change, path, from = path, isPlain, hunks } = file
  // Whether a plain diff creates its file depends on the file; with git's header it never would.
  const header = isPlain && change === 'modify' ? '' : `diff --git ${quote('a/', from)} ${quote('b/', path)}\n${WORDS[change](from, path)}`
  if (hunks.length === 0) return header
  const old = change === 'create' ? '/dev/null' : nameLine('a/', from)
  const next = change === 'delete' ? '/dev/null' : nameLine('b/', path)
  return `${header}--- ${old}\n+++ ${next}\n${hunks.map(writeHunk).join('')}`
}

const WORDS: Readonly<Record<FilePatch['change'], (from: string, to: string) => string>> = {
  create: () => 'new file mode 100644\n',
  delete: () => 'deleted file mode 100644\n',
  rename: (from, to) => `rename from ${quote('', from)}\nrename to ${quote('', to)}\n`,
  modify: () => '',
}

export function writeHunk({ oldStart, oldLines, newStart, newLines, heading, lines, oldIsBare, newIsBare }: Hunk): string {
  const last = { old: lines.findLastIndex((line) => !line.startsWith('+')), new: lines.findLastIndex((line) => !line.startsWith('-')) }
  const isBare = (index: number): boolean => (oldIsBare && index === last.old) || (newIsBare && index === last.new)
  const body = lines.map((line, index) => (isBare(index) ? `${line}\n\\ No newline at end of file\n` : `${line}\n`))
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@${heading}\n${body.join('')}`
}

/** A name with a blank is followed by a tab, so that the rest is not mistaken for a time. */
const nameLine = (prefix: string, name: string): string => {
  const quoted = quote(prefix, name)
  return quoted.startsWith('"') || !name.includes(' ') ? quoted : `${quoted}\t`
}

/** Valid names contain neither control characters nor backslashes. */
const quote = (prefix: string, name: string): string => (name.includes('"') ? `"${prefix}${name.replaceAll('"', '\\"')}"` : prefix + name)
