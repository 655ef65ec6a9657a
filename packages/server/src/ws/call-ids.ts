// The `call_id` of each call on one IDE connection. It is the agent's own id, or the execution id if the agent gave none, if
// another open call of this connection uses it, or if it is the id of another execution. So whatever an agent chooses, an answer
// goes to the call that was shown under that name.
import type { Reader } from '@countersign/core'
import { type Execution, type ExecutionId, executionId } from '@countersign/protocol'

type Named = Pick<Execution, 'id' | 'call_id'>

/** Names of ended calls that are remembered, for a peer that repeats a message. */
const MAX_PAST = 256

export class CallIds {
  readonly #reader: Reader
  readonly #open = new Map<string, ExecutionId>()
  readonly #names = new Map<ExecutionId, string>()
  readonly #past = new Map<string, ExecutionId>()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** Returns the same name each time until the call has ended. */
  async nameOf(call: Named): Promise<string> {
    const known = this.#names.get(call.id)
    if (known !== undefined) return known
    const isFree = call.call_id !== null && !(await this.#isOfAnother(call.call_id, call.id))
    // The name may have been taken during the await.
    const name = isFree && call.call_id !== null && !this.#open.has(call.call_id) ? call.call_id : call.id
    this.#open.set(name, call.id)
    this.#names.set(call.id, name)
    return name
  }

  find(name: string): ExecutionId | undefined {
    return this.#open.get(name) ?? this.#past.get(name) ?? executionId.safeParse(name).data
  }

  close(id: ExecutionId): void {
    const name = this.#names.get(id)
    if (name === undefined) return
    this.#names.delete(id)
    this.#open.delete(name)
    this.#past.delete(name)
    this.#past.set(name, id)
    const [oldest] = this.#past.size > MAX_PAST ? this.#past.keys() : []
    if (oldest !== undefined) this.#past.delete(oldest)
  }

  async #isOfAnother(name: string, id: ExecutionId): Promise<boolean> {
    if (this.#open.has(name)) return true
    if (name === id || !executionId.safeParse(name).success) return false
    return (await this.#reader.read((tx) => tx.executions.get(name))) !== undefined
  }
}
