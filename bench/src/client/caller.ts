// The client's process: makes blocks of calls on request and reports how long each took. Every answer is checked.
import { Agent } from 'node:http'
import { answerQuestions, sayReady } from '../processes/answers.ts'
import { approveCalls } from './approve.ts'
import { type Call, sendForJson } from './send.ts'

export interface Block {
  readonly call: Call
  readonly count: number
  readonly inFlight: number
  /** What `result.content` must be. */
  readonly expected: string
}

export interface BlockTimes {
  readonly milliseconds: number[]
  readonly seconds: number
}

interface CallReply {
  readonly status: string
  readonly result?: { readonly content?: string }
}

const agent = new Agent({ keepAlive: true })

async function callOnce({ call, expected }: Block): Promise<number> {
  const started = performance.now()
  const { status, result } = await sendForJson<CallReply>(agent, call)
  const milliseconds = performance.now() - started
  if (status !== 'completed' || result?.content !== expected)
    throw new Error(`Not the result that was expected: ${status} ${JSON.stringify(result)}`)
  return milliseconds
}

async function runBlock(block: Block): Promise<BlockTimes> {
  const milliseconds: number[] = []
  let left = block.count
  const work = async () => {
    while (left-- > 0) milliseconds.push(await callOnce(block))
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: block.inFlight }, work))
  return { milliseconds, seconds: (performance.now() - started) / 1000 }
}

answerQuestions({ block: runBlock, approve: (detail: Parameters<typeof approveCalls>[1]) => approveCalls(agent, detail) })
sayReady(true)
