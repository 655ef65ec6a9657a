// A tool that asks: the parent shows the question, and its decision becomes the tool's result.
import { answerOfDecision, Failure, type Preview } from '@countersign/protocol'
import type { StdioCall } from './read-stdio-call.ts'
import { questionMessage } from './send-question.ts'
import type { StdioPorts } from './stdio-ports.ts'

export interface QuestionToAsk {
  readonly call_id: string
  readonly judged: StdioCall
  readonly preview: Preview
}

export async function askQuestion(ports: StdioPorts, { call_id, judged, preview }: QuestionToAsk): Promise<Record<string, unknown>> {
  const seconds = ports.approvalSeconds.question
  using open = ports.questions.open(call_id, seconds)
  ports.send(questionMessage({ call_id, kind: 'question', judged, preview, seconds, open }))
  for (;;) {
    const decision = await open.next()
    try {
      const answer = answerOfDecision(decision, preview)
      const result = judged.settle(answer)
      const clears = judged.clears(answer)
      if (clears) ports.reviewed.add(clears)
      return result
    } catch (error) {
      // What is no answer to this question leaves it open.
      if (!(error instanceof Failure)) throw error
      ports.sendError(error, call_id)
    }
  }
}
