// The reply to one message, over as many connections as it takes.
import { createBackoff, pause } from '@countersign/client'
import { isAnswerTo, isRequest, type Message } from './message.ts'
import { type Heard, messagesIn } from './message-stream.ts'

const MAX_RESUMES_WITHOUT_A_WORD = 5

export const CUT = 'The connection to the server was cut before the answer came; what was called may have happened, and is on record then'

/** `resume` gives the connection that continues the stream; undefined if there is none yet. */
export async function* untilAnswered(
  message: Message,
  first: Response,
  resume: (heard: Heard) => Promise<Response | undefined>,
): AsyncGenerator<Message> {
  const heard: Heard = {}
  const backoff = createBackoff()
  let response: Response | undefined = first
  for (let silent = 0; silent < MAX_RESUMES_WITHOUT_A_WORD; silent += 1) {
    try {
      for await (const answer of response ? messagesIn(response, heard) : []) {
        silent = 0
        yield answer
        if (isAnswerTo(message, answer)) return
      }
    } catch (error) {
      // The error of a body that breaks off.
      if (!(error instanceof TypeError)) throw error
    }
    if (!isRequest(message)) return
    await pause(backoff.next(), undefined)
    response = await resume(heard)
  }
  throw new Error(CUT)
}
