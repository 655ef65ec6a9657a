// What grows with the store: every list, filter and figure with few calls and with a million, in processor time of the server.
import { cpSync } from 'node:fs'
import { Agent } from 'node:http'
import type { Places } from '../bare/start-bare.ts'
import type { Context, Figure, Measure } from '../figure.ts'
import type { Asked } from '../growth/asked.ts'
import { type Filled, type Filling, fillStore } from '../growth/fill-store.ts'
import { type DeletionFigures, measureDeletion } from '../growth/measure-deletion.ts'
import { askAll, measureRequest, type RequestTimes } from '../growth/measure-requests.ts'
import { measureSweep, type SweepFigures } from '../growth/measure-sweep.ts'
import { type GrowthRequest, listRequests } from '../growth/requests.ts'
import { growthTable } from '../growth/table.ts'
import { makeTemplates } from '../growth/templates.ts'
import { untilQuiet } from '../growth/until-quiet.ts'
import { startOurServer } from '../ours/start-ours.ts'
import { makeWorkspace } from '../workspace.ts'

const FEW: Filling = { executions: 2_000, pending: 200 }
const MANY: Filling = { executions: 1_000_000, pending: 10_000 }
const QUICK: Filling = { executions: 100_000, pending: 2_000 }
const IDLE_SECONDS = 15
const DELETION_SECONDS = 600
const WARM_ROUNDS = 3

export const growth: Measure = {
  name: 'growth',
  async run({ folder, quick, say }) {
    const few = { data: folder(), workspace: makeWorkspace(folder()) }
    const templates = await makeTemplates(few)
    const many = { data: folder(), workspace: few.workspace }
    cpSync(few.data, many.data, { recursive: true })
    const fill = ({ data }: Places, filling: Filling) => told(say, filling, () => fillStore(data, templates, filling))
    const filled = [fill(few, FEW), fill(many, quick ? QUICK : MANY)] as const
    const times = await measureAll([few, many], filled)
    const sweep = await measureSweep(many, IDLE_SECONDS)
    const deletions = [await deletionOf(few), await deletionOf(many)] as const
    say(growthTable(times, deletions))
    return figuresOf(times, sweep, deletions[1])
  },
}

function told(say: Context['say'], { executions, pending }: Filling, fill: () => Filled): Filled {
  const started = Date.now()
  const filled = fill()
  say(`${executions} calls and ${pending} that wait, written in ${((Date.now() - started) / 1000).toFixed(0)} s`)
  return filled
}

async function withServer<T>(places: Places, work: (asked: Asked) => Promise<T>): Promise<T> {
  const { server, ready } = await startOurServer(places, { runner: false, more: ['--admin-token'] })
  await using _stopped = server
  const agent = new Agent({ keepAlive: true })
  await untilQuiet(server)
  return await work({ agent, ready, server }).finally(() => agent.destroy())
}

const measureAll = (places: readonly [Places, Places], filled: readonly [Filled, Filled]): Promise<RequestTimes[]> =>
  withServer(places[0], (few) =>
    withServer(places[1], async (many) => {
      const [requests, others] = [await listRequests(few, filled[0]), await listRequests(many, filled[1])]
      // Both are warm, and their work after the start is done.
      for (let round = 0; round < WARM_ROUNDS; round++)
        for (const [side, all] of [
          [few, requests],
          [many, others],
        ] as const)
          await askAll(side, all)
      const times: RequestTimes[] = []
      for (const [index, request] of requests.entries())
        times.push(await measureRequest(few, many, [request, others[index] as GrowthRequest]))
      return times
    }),
  )

const deletionOf = (places: Places): Promise<DeletionFigures> =>
  withServer(places, (asked) => measureDeletion(asked, places.data, DELETION_SECONDS))

function figuresOf(times: readonly RequestTimes[], sweep: SweepFigures, deletion: DeletionFigures): Figure[] {
  const [worst] = times.toSorted((a, b) => b.ratio - a.ratio)
  if (!worst) throw new Error('nothing was measured')
  const left =
    deletion.emptyAfterSeconds === undefined ? 'rows were left' : `all rows gone after ${deletion.emptyAfterSeconds.toFixed(0)} s`
  return [
    { name: 'growthWorst', value: worst.ratio, ours: `${worst.many.toFixed(2)} ms`, bare: `${worst.few.toFixed(2)} ms`, note: worst.title },
    { name: 'growthIdle', value: sweep.idlePercent },
    { name: 'growthLastMinute', value: sweep.lastMinutePercent },
    { name: 'growthLateness', value: sweep.latenessSeconds },
    { name: 'growthDeletion', value: deletion.standstillMilliseconds, note: left },
  ]
}
