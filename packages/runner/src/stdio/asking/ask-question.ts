// A tool that asks: the parent shows the question, and its decision becomes the tool's result.
import { answerOfDecision, Failure } from '@countersign/protocol'
import type { AnyTool } from '@countersign/tools'
import type { JudgedCall } from './judge-stdio-call.ts'
import { questionMessage } from './send-question.ts'
import type { StdioPorts } from './stdio-ports.ts'

export type QuestionTool = AnyTool & Required<Pick<AnyTool, 'question'>>

export const isQuestion = (tool: AnyTool): tool is QuestionTool => tool.question !== undefined

export async function askQuestion(ports: StdioPorts, call_id: string, judged: JudgedCall): Promise<Record<string, unknown>> {
  const { question } = judged.tool as QuestionTool
  const input = judged.input as never
  const preview = question.show(input)
  const seconds = ports.approvalSeconds.question
  using open = ports.questions.open(call_id, seconds)
  ports.send(questionMessage({ call_id, kind: 'question', judged, preview, seconds, open }))
  for (;;) {
    const decision = await open.next()
    try {
      const answer = answerOfDecision(decision, preview)
      const result = question.settle(input, answer)
      const clears = question.clears?.(input, answer)
      if (clears) ports.reviewed.add(clears)
      return result
    } catch (error) {
      // What is no answer to this question leaves it open.
      if (!(error instanceof Failure)) throw error
      ports.sendError(error, call_id)
    }
  }
}
