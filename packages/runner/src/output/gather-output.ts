// Output of a command as it comes, made ready to be kept: gathered for a moment, whole lines, secrets masked.
import type { OutputBody } from '@countersign/protocol'

const GATHER_MILLISECONDS = 50
const GATHER_CHARACTERS = 16 * 1024
/** The size of one piece. */
const MAX_PIECE_CHARACTERS = 64 * 1024
/** A line is held back until it is whole, so that a secret in it can be recognised, but not for long. */
const MAX_LINE_PASSES = 10
/** Longer than any key. */
const MAX_LOOK_BACK = 8 * 1024

export type OutputName = OutputBody['stream']

export interface OutputChunk {
  readonly stream: OutputName
  readonly data: string
}

export interface Gatherer {
  write(chunk: OutputChunk): void
  /** Hands on what is left. */
  end(): void
}

interface Gathered {
  text: string
  passes: number
  /** The last whole lines that were handed on, as they came. */
  before: string
}

export interface GatherOptions {
  /** Leaves as many lines as there are. */
  readonly mask: (text: string) => string
  readonly keep: (piece: OutputChunk) => void
}

export function gatherOutput({ mask, keep }: GatherOptions): Gatherer {
  const gathered: Record<OutputName, Gathered> = { stdout: newGathered(), stderr: newGathered() }
  let timer: NodeJS.Timeout | undefined

  const keepAll = (isLast: boolean): void => {
    clearTimeout(timer)
    timer = undefined
    for (const stream of ['stdout', 'stderr'] as const) {
      for (let data = takeWhole(gathered[stream], isLast); data; data = takeWhole(gathered[stream], isLast))
        keep({ stream, data: maskNew(gathered[stream], data, mask) })
    }
  }
  const schedule = (): void => {
    const waiting = gathered.stdout.text.length + gathered.stderr.text.length
    if (waiting > 0) timer ??= setTimeout(onTime, waiting < GATHER_CHARACTERS ? GATHER_MILLISECONDS : 0)
  }
  const onTime = (): void => {
    keepAll(false)
    schedule()
  }
  return {
    write({ stream, data }) {
      gathered[stream].text += data
      schedule()
    },
    end: () => keepAll(true),
  }
}

const newGathered = (): Gathered => ({ text: '', passes: 0, before: '' })

/** A secret may be announced by an earlier line, such as the first of a key: those are looked at again, and only the new ones go on. */
function maskNew(pile: Gathered, data: string, mask: GatherOptions['mask']): string {
  const all = pile.before + data
  const seen = pile.before.split('\n').length - 1
  const whole = all.slice(0, all.lastIndexOf('\n') + 1)
  const tail = whole.slice(-MAX_LOOK_BACK)
  pile.before = tail.length < whole.length ? tail.slice(tail.indexOf('\n') + 1) : tail
  return mask(all).split('\n').slice(seen).join('\n')
}

/** Whole lines, at most one piece's worth; a lone part of a line only when it has waited or nothing more comes. */
function takeWhole(pile: Gathered, isLast: boolean): string {
  const piece = wholeCharacters(pile.text.slice(0, MAX_PIECE_CHARACTERS))
  if (!piece) return ''
  const end = piece.lastIndexOf('\n') + 1
  const mayCut = isLast || piece.length >= MAX_PIECE_CHARACTERS - 1 || pile.passes >= MAX_LINE_PASSES
  if (end === 0 && !mayCut) {
    pile.passes++
    return ''
  }
  const data = end > 0 ? piece.slice(0, end) : piece
  pile.passes = 0
  pile.text = pile.text.slice(data.length)
  return data
}

/** Never half of a character that takes two units. */
const wholeCharacters = (text: string): string => (/[\ud800-\udbff]$/.test(text) && text.length > 1 ? text.slice(0, -1) : text)
