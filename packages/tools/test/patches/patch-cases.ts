// Cases for comparing with git: files as they were, as somebody changed them, and as they are where the diff is to be applied.
import { createDice, type Dice } from './dice.ts'
import { alikeLines, changeEnds, disguise, editLines } from './edit-texts.ts'

export type Files = Readonly<Record<string, string>>

export interface PatchCase {
  readonly seed: number
  readonly before: Files
  readonly after: Files
  /** Where the diff is applied. */
  readonly target: Files
  readonly contextLines: number
  /** Whether git finds renames, or writes a deletion and a creation. */
  readonly hasRenames: boolean
  readonly isByGit: boolean
}

const NAMES = ['src/index.ts', 'a b.md', 'ünï/cödé.ts', 'we"ird.md', 'deep/er/x.js', 'plain.txt', 'a/a.ts', 'b/b.ts', 'tail.css']

export function makeCase(seed: number, sources: readonly string[]): PatchCase {
  const dice = createDice(seed)
  const before: Record<string, string> = {}
  const after: Record<string, string> = {}
  const target: Record<string, string> = {}
  const count = 1 + dice.below(dice.oneIn(3) ? 4 : 1)
  for (const [nth, name] of shuffled(NAMES, dice).slice(0, count).entries()) {
    const text = disguise(dice.oneIn(5) ? alikeLines(dice) : dice.pick(sources), dice)
    addFile({ name, other: `moved/${nth} ${name}`, text, before, after, target, dice })
  }
  const isByGit = !dice.oneIn(4)
  const contextLines = dice.oneIn(3) ? dice.below(6) : 3
  return { seed, before, after, target, contextLines, hasRenames: isByGit && !dice.oneIn(4), isByGit }
}

interface NewFile {
  readonly name: string
  readonly other: string
  readonly text: string
  readonly before: Record<string, string>
  readonly after: Record<string, string>
  readonly target: Record<string, string>
  readonly dice: Dice
}

function addFile({ name, other, text, before, after, target, dice }: NewFile): void {
  const edited = changeEnds(editLines(text, dice, 1 + dice.below(6)), dice)
  const here = dice.oneIn(2) ? text : changeEnds(editLines(text, dice, 1 + dice.below(3)), dice)
  const kind = dice.below(12)
  if (kind === 0) after[name] = dice.oneIn(4) ? '' : edited
  else before[name] = kind === 1 && dice.oneIn(4) ? '' : text
  if (kind === 2 || kind === 3) after[other] = dice.oneIn(2) ? edited : text
  else if (kind > 3) after[name] = dice.oneIn(30) ? '' : edited
  if (kind !== 0 ? !dice.oneIn(40) : dice.oneIn(8)) target[name] = kind === 1 && before[name] === '' ? '' : here
  if (kind === 2 && dice.oneIn(8)) target[other] = here
}

function shuffled<T>(values: readonly T[], dice: Dice): T[] {
  const left = [...values]
  return values.map(() => left.splice(dice.below(left.length), 1)[0] as T)
}
