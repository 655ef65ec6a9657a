// One WebSocket. Messages are handled in order, one at a time. A message that cannot be read or handled is answered with `error`,
// and the connection stays open. A peer that does not read is dropped; a peer that sends too fast is paused.
import type { Clock, Principal } from '@countersign/core'
import {
  CODELAB_VERSION,
  type CodelabMessage,
  checkCodelabVersion,
  type DeviceId,
  Failure,
  LIMITS,
  type Project,
  parseCodelabMessage,
  type RateName,
  sentence,
} from '@countersign/protocol'
import type { WebSocket } from 'ws'
import { toFailure } from '../http/errors.ts'
import type { Backlog, Expiring, Rates, Sender } from '../traffic/traffic-limits.ts'

/** Messages read but not yet handled: above either limit, reading from the peer pauses. */
const MAX_QUEUED = 64
const MAX_QUEUED_CHARACTERS = LIMITS.maxFrameBytes
const POLICY_VIOLATION = 1008
const PROTOCOL_ERROR = 1002

/** How the connections of agents and of IDEs differ. */
export interface Side {
  /** How often it may send, and how many keys and elements one message may have. */
  readonly rate: RateName
  readonly maxValues: number
  /** Called before the first message is handled. */
  start(): Promise<void>
  /** Called with the first message, before it is passed to `receive`. */
  meet?(message: CodelabMessage): Promise<void>
  receive(message: CodelabMessage): Promise<void>
  end(): void
}

export interface ConnectionRequest {
  readonly principal: Principal
  readonly project: Project
  readonly expiresAt: number
  /** How many bytes have come over the connection so far. */
  readonly receivedBytes: () => number
  readonly clock: Clock
  readonly backlog: Backlog
  readonly rates: Rates
  readonly onDefect: (error: unknown, where: string) => void
}

type Frame = string | Failure

export class Connection implements Sender, Expiring {
  readonly principal: Principal
  readonly project: Project
  readonly #socket: WebSocket
  readonly #request: ConnectionRequest
  readonly #gone = new AbortController()
  #queue: Frame[] = []
  #queuedCharacters = 0
  #busy = false
  #hasSpoken = false
  /** Frames that arrive while it closes are not handled any more. */
  #isOver = false
  #hasHeard = false
  #receivedAtPing = -1

  constructor(socket: WebSocket, request: ConnectionRequest) {
    this.#socket = socket
    this.#request = request
    this.principal = request.principal
    this.project = request.project
  }

  /** Aborts once the connection is closed. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  serve(side: Side): void {
    this.#socket.on('message', (data, isBinary) => this.#take(side, isBinary ? BINARY : String(data)))
    this.#socket.once('close', () => {
      this.#gone.abort()
      this.#queue = []
      this.#request.backlog.forget(this)
      side.end()
    })
    this.#busy = true
    side.start().then(
      () => this.#work(side),
      (error: unknown) => {
        this.#request.onDefect(error, 'websocket')
        this.#socket.close(1011, 'the server failed')
      },
    )
  }

  send(message: CodelabMessage): void {
    const { readyState, OPEN, bufferedAmount } = this.#socket
    if (readyState !== OPEN) return
    if (bufferedAmount > LIMITS.maxFrameBytes) this.terminate()
    else this.#socket.send(JSON.stringify(this.#hasSpoken ? message : { protocol_version: CODELAB_VERSION, ...message }))
    this.#hasSpoken = true
    if (this.#socket.bufferedAmount > 0) this.#request.backlog.note(this)
  }

  unsentBytes(): number {
    return this.#gone.signal.aborted ? 0 : this.#socket.bufferedAmount
  }

  drop(): void {
    this.terminate()
  }

  get expiresAt(): number {
    return this.#request.expiresAt
  }

  get device(): DeviceId | undefined {
    return this.principal.device_id
  }

  expire(): void {
    this.#isOver = true
    this.close(POLICY_VIOLATION, 'the token has expired')
  }

  /** Called by the shared timer: drops a peer that has sent nothing since the last ping. Its answer may wait behind a long frame. */
  beat(): void {
    if (this.#socket.isPaused || this.#request.receivedBytes() > this.#receivedAtPing) this.#ping()
    else this.terminate()
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  #ping(): void {
    this.#receivedAtPing = this.#request.receivedBytes()
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
  }

  #hasExpired(): boolean {
    return this.#isOver || this.#request.expiresAt <= this.#request.clock.now()
  }

  #take(side: Side, frame: Frame): void {
    this.#queue.push(frame)
    this.#queuedCharacters += lengthOf(frame)
    if (this.#queue.length > MAX_QUEUED || this.#queuedCharacters > MAX_QUEUED_CHARACTERS) this.#socket.pause()
    if (!this.#busy) void this.#work(side)
  }

  async #work(side: Side): Promise<void> {
    this.#busy = true
    for (let frame = this.#queue.shift(); frame !== undefined; frame = this.#queue.shift()) {
      this.#queuedCharacters -= lengthOf(frame)
      await this.#handle(side, frame)
      if (this.#socket.isPaused && this.#queue.length === 0) this.#socket.resume()
    }
    this.#busy = false
  }

  async #handle(side: Side, frame: Frame): Promise<void> {
    let callId: string | undefined
    try {
      this.#request.rates.take(side.rate, this.principal.token_id)
      const message = read(frame, side)
      if ('call_id' in message) callId = message.call_id
      if (this.#hasExpired()) this.expire()
      else if (await this.#hasMet(side, message)) await side.receive(message)
    } catch (error) {
      this.refuse(error, callId)
    }
  }

  async #hasMet(side: Side, message: CodelabMessage): Promise<boolean> {
    if (this.#hasHeard) return true
    this.#hasHeard = true
    if (!this.#speaksOurVersion(message)) return false
    await side.meet?.(message)
    return true
  }

  #speaksOurVersion(message: CodelabMessage): boolean {
    try {
      checkCodelabVersion(message)
      return true
    } catch (error) {
      this.refuse(error)
      this.close(PROTOCOL_ERROR, 'protocol_version')
      return false
    }
  }

  refuse(error: unknown, callId?: string): void {
    const { code, message, messageForm, details } = toFailure(error)
    if (code === 'INTERNAL') this.#request.onDefect(error, 'websocket')
    const call_id = callId ?? details.call_id
    const said = { code, message, message_form: messageForm }
    this.send({ type: 'error', error: said, ...(typeof call_id === 'string' && { call_id }) })
  }
}

const BINARY = new Failure('INVALID_ARGUMENTS', { subject: sentence('subject.channel-binary') })

const lengthOf = (frame: Frame): number => (typeof frame === 'string' ? frame.length : 0)

function read(frame: Frame, { maxValues }: Side): CodelabMessage {
  if (frame instanceof Failure) throw frame
  return parseCodelabMessage(frame, maxValues)
}
