// A whole turn with a model that answers at once: what each tool call costs between two requests of the model, for the smallest durable
// agent, for ours, and for opencode if it is installed.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Places } from '../bare/start-bare.ts'
import type { Context, Figure, Measure } from '../figure.ts'
import type { FigureName } from '../goals.ts'
import { type Child, startChild } from '../processes/child.ts'
import { median } from '../statistics.ts'
import { startBareTurns } from '../turn/bare-program.ts'
import { KINDS, type Kind } from '../turn/kinds.ts'
import { findOpencode } from '../turn/opencode-program.ts'
import { startOurTurns } from '../turn/our-program.ts'
import { type PlayedTurn, playTurn } from '../turn/play-turn.ts'
import type { TurnProgram } from '../turn/program.ts'
import { makeWorkspace } from '../workspace.ts'

const MODEL = fileURLToPath(new URL('../turn/instant-model.ts', import.meta.url))
/** Our turns have at most 100 steps, and the last one is the answer. */
const CALLS = 99

const FIGURES: Record<Kind, { readonly ratio: FigureName; readonly peer: FigureName }> = {
  read: { ratio: 'turnReadRatio', peer: 'turnReadPeer' },
  write: { ratio: 'turnWriteRatio', peer: 'turnWritePeer' },
  command: { ratio: 'turnCommandRatio', peer: 'turnCommandPeer' },
}

interface Programs {
  readonly model: Child
  readonly bare: TurnProgram
  readonly ours: TurnProgram
  readonly peer: TurnProgram | undefined
}

function makePlaces(context: Context): Places {
  const workspace = makeWorkspace(context.folder())
  mkdirSync(join(workspace, 'out'))
  return { data: context.folder(), workspace }
}

async function startPrograms(context: Context, stack: AsyncDisposableStack): Promise<Programs> {
  const model = stack.use(startChild({ command: [MODEL] }))
  const { url } = (await model.ready) as { url: string }
  const bare = stack.use(await startBareTurns(makePlaces(context), url))
  const ours = stack.use(await startOurTurns(makePlaces(context), url))
  const peer = await findOpencode(makePlaces(context), url)
  if (!peer) context.say('a whole turn: opencode is not installed (npm run interop installs it)')
  return { model, bare, ours, peer }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const each = (played: readonly PlayedTurn[]): string => `${median(played.flatMap(({ gaps }) => gaps)).toFixed(2)} ms`

/** Turns of both programs alternate; the ratio is that of the average time per call, within each round. */
async function compare({ model, bare, ours }: Programs, kind: Kind, rounds: number): Promise<Figure> {
  const played = { bare: [] as PlayedTurn[], ours: [] as PlayedTurn[] }
  for (const program of [bare, ours]) await playTurn(model, program, kind, CALLS)
  for (let round = 0; round < rounds; round++) {
    played.bare.push(await playTurn(model, bare, kind, CALLS))
    played.ours.push(await playTurn(model, ours, kind, CALLS))
  }
  const ratios = played.ours.map(({ gaps }, round) => mean(gaps) / mean(played.bare[round]?.gaps ?? []))
  return { name: FIGURES[kind].ratio, value: median(ratios), ours: each(played.ours), bare: each(played.bare), note: growthOf(played.ours) }
}

/** A conversation grows with every call: the last calls of a turn show the effect. */
function growthOf(played: readonly PlayedTurn[]): string {
  const tenth = (from: number) => median(played.flatMap(({ gaps }) => gaps.slice(from, from + 10)))
  return `ours in the first ten calls ${tenth(0).toFixed(2)} ms, in the last ten ${tenth(CALLS - 10).toFixed(2)} ms`
}

async function compareEmpty({ model, bare, ours }: Programs, rounds: number): Promise<Figure> {
  const times = { bare: [] as number[], ours: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.bare.push((await playTurn(model, bare, 'read', 0)).milliseconds)
    times.ours.push((await playTurn(model, ours, 'read', 0)).milliseconds)
  }
  const [one, other] = [median(times.ours), median(times.bare)]
  return { name: 'turnEmptyRatio', value: one / other, ours: `${one.toFixed(1)} ms`, bare: `${other.toFixed(1)} ms` }
}

async function measurePeer({ model, peer }: Programs, kind: Kind, quick: boolean): Promise<Figure[]> {
  if (!peer) return []
  const { gaps } = await playTurn(model, peer, kind, quick ? CALLS / 3 : CALLS)
  return [{ name: FIGURES[kind].peer, value: median(gaps), note: `${peer.name}, its own tool without a sandbox, one turn` }]
}

export const wholeTurn: Measure = {
  name: 'whole-turn',
  async run(context) {
    await using stack = new AsyncDisposableStack()
    const programs = await startPrograms(context, stack)
    const rounds = context.quick ? 3 : 9
    const figures: Figure[] = [await compareEmpty(programs, rounds)]
    for (const kind of KINDS) {
      context.say(`a whole turn with ${CALLS} calls: ${kind} …`)
      figures.push(await compare(programs, kind, rounds), ...(await measurePeer(programs, kind, context.quick)))
    }
    return figures
  },
}
