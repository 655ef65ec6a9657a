// Clients that open a stream or a socket with a runner token but send no hello. One of them per project runs its calls under a
// lease that lasts as long as its connection and a moment longer, so that a client that reconnects at once keeps its calls.
import { type Engine, isOnline } from '@countersign/core'
import type { ExecutionId, Project, ProjectId, RunnerId } from '@countersign/protocol'
import type { ServerSettings } from '../server-settings.ts'

const COME_BACK_MILLISECONDS = 2000
/** A runner may open its stream before it sends hello: it has this long before it counts as a plain client. */
const HELLO_MILLISECONDS = 5000
const TICK_MILLISECONDS = 1000

/** A connection that can run calls. */
export interface Attendant {
  readonly project: ProjectId
  /** The tools it can run; the basic ones if omitted. */
  readonly tools?: readonly string[]
  /** Called when it becomes the project's runner, with the calls that nobody received before. */
  seated?(runner: RunnerId, missed: readonly ExecutionId[]): void
}

interface Seat {
  readonly project: Project
  readonly runner: RunnerId
  stream: Attendant | undefined
  renewedAt: number
  leftAt: number
  missed: ExecutionId[]
}

interface Attendance {
  readonly project: Project
  readonly since: number
}

export interface PlainRunners {
  attend(stream: Attendant, project: Project): Promise<void>
  /** Called when its tools have changed. */
  equip(stream: Attendant): Promise<void>
  leave(stream: Attendant): void
  yieldTo(project: ProjectId): void
  standsBy(stream: Attendant): boolean
  holds(stream: Attendant): boolean
  stop(): void
}

export function createPlainRunners(engine: Engine, settings: ServerSettings): PlainRunners {
  const { clock, onDefect } = engine
  const seats = new Map<ProjectId, Seat>()
  const attending = new Map<Attendant, Attendance>()
  const leaseMilliseconds = settings.lease_seconds * 1000
  let ticking = false

  const seatStream = async (stream: Attendant, { project, since }: Attendance): Promise<void> => {
    const seat = seats.get(project.id)
    if (seat?.stream) return
    const known = seat?.runner ?? (await leftBehind(project))
    const runner = known ?? ((await mayJoin(project, since)) ? await engine.joinPlain(project, stream.tools) : undefined)
    if (!runner || !attending.has(stream) || seats.get(project.id)?.stream) return
    seats.set(project.id, { project, runner, stream, renewedAt: seat?.renewedAt ?? clock.now(), leftAt: 0, missed: [] })
    // The previous seat or lease may belong to a client with other tools.
    if (known) await engine.equipPlain(project.id, runner, stream.tools)
    stream.seated?.(runner, seat?.missed ?? [])
  }

  const runnerOf = (project: Project) => engine.read((tx) => tx.runners.get(project.id))
  const now = () => new Date(clock.now()).toISOString()

  /** Takes over the lease of a plain client from before a restart of this server, if it is still valid. */
  const leftBehind = async (project: Project): Promise<RunnerId | undefined> => {
    const runner = await runnerOf(project)
    const isPlain = isOnline(runner, now()) && !runner.said_hello
    return isPlain && (await engine.renewLease(project, runner.runner_id)) ? runner.runner_id : undefined
  }

  const mayJoin = async (project: Project, since: number): Promise<boolean> => {
    const runner = await runnerOf(project)
    if (!runner?.said_hello) return true
    const silentSince = Math.max(since, Date.parse(runner.lease_expires_at))
    return clock.now() - silentSince >= Math.min(HELLO_MILLISECONDS, leaseMilliseconds)
  }

  const keep = async (seat: Seat): Promise<void> => {
    const { project, runner } = seat
    if (!seat.stream && clock.now() - seat.leftAt >= COME_BACK_MILLISECONDS) {
      seats.delete(project.id)
      await engine.releaseLease(project.id, runner)
    } else if (clock.now() - seat.renewedAt >= leaseMilliseconds / 3) {
      seat.renewedAt = clock.now()
      if (!(await engine.renewLease(project, runner)) && seats.get(project.id) === seat) seats.delete(project.id)
    }
  }

  const tick = async (): Promise<void> => {
    if (ticking) return
    ticking = true
    try {
      for (const seat of [...seats.values()]) await keep(seat)
      for (const [stream, attendance] of [...attending]) await seatStream(stream, attendance)
    } catch (error) {
      onDefect(error, 'plain runners')
    } finally {
      ticking = false
    }
  }
  const unwatch = engine.watchExecutions(({ execution: { id, project_id, runner_id }, moves }) => {
    const seat = seats.get(project_id)
    if (moves.includes('execution.dispatched') && seat && !seat.stream && runner_id === seat.runner) seat.missed.push(id)
  })
  const timer = setInterval(() => void tick(), Math.min(TICK_MILLISECONDS, leaseMilliseconds / 4)).unref()

  return {
    attend: async (stream, project) => {
      const attendance = { project, since: clock.now() }
      attending.set(stream, attendance)
      await seatStream(stream, attendance)
    },
    equip: async (stream) => {
      const seat = seats.get(stream.project)
      if (seat?.stream === stream) await engine.equipPlain(stream.project, seat.runner, stream.tools)
    },
    leave: (stream) => {
      attending.delete(stream)
      const seat = seats.get(stream.project)
      if (seat?.stream !== stream) return
      seat.stream = undefined
      seat.leftAt = clock.now()
    },
    yieldTo: (project) => void seats.delete(project),
    standsBy: (stream) => {
      const holder = seats.get(stream.project)?.stream
      return holder !== undefined && holder !== stream
    },
    holds: (stream) => seats.get(stream.project)?.stream === stream,
    stop: () => {
      clearInterval(timer)
      unwatch()
    },
  }
}
