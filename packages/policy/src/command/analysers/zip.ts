// zip: two-letter options, lists of patterns after -x and -i, and names from files or standard input.
import { finding, joinReadings, type Reading, reading } from '../reading.ts'
import { ZIP_DELETES, ZIP_PATTERN_LISTS, ZIP_VALUES } from '../tables/archives.ts'

export function readZip(args: readonly string[]): Reading {
  const parts = [finding('HIGH', 'Packs files; sensitive files in folders are left out only by the sandbox')]
  let inPatterns = false
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as string
    if (word.startsWith('-') && word !== '-') {
      inPatterns = ZIP_PATTERN_LISTS.has(word)
      parts.push(readOption(word))
      if (Object.hasOwn(ZIP_VALUES, word)) parts.push(readValue(word, args[++index], index))
    } else if (word === '@') inPatterns = false
    else if (!inPatterns && word !== '-') parts.push(reading({ paths: [{ index, path: word, use: 'read' }] }))
  }
  return joinReadings(...parts)
}

function readOption(word: string): Reading {
  if (ZIP_DELETES.has(word) || /^-[a-z]*m[a-z]*$/.test(word)) return finding('HIGH', `zip ${word} deletes files`)
  if (word === '-@') return finding('HIGH', 'zip -@ takes names that nobody has judged')
  // An attached value (`-b/tmp`, `-i@list`) may be a path.
  return reading({ suspects: [word] })
}

function readValue(option: string, value: string | undefined, index: number): Reading {
  if (value === undefined) return finding('HIGH', `Not understood: zip ${option} lacks its value`)
  if (ZIP_VALUES[option] === 'program') return finding('HIGH', `zip ${option} runs a program`)
  return ZIP_VALUES[option] === 'path' ? reading({ paths: [{ index, path: value, use: 'output' }] }) : reading({})
}
