// Who answers in the demo: the demo itself, or you.
import { createInterface } from 'node:readline/promises'
import type { Approval, QuestionAnswer } from '@countersign/protocol'
import { answerOf } from '../commands/answering/answer.ts'
import { printLine } from '../terminal/print.ts'
import { UsageError } from '../terminal/report-error.ts'

export interface Answers {
  review(question: Approval): Promise<QuestionAnswer>
  /** Undefined approves; a text rejects with this reason. */
  reasonAgainst(approval: Approval): Promise<string | undefined>
}

const PLAYED_COMMENT = 'No advertising: keep the list of what is to do.'

export const playedAnswers: Answers = {
  review: async (question) => answerOf(question, { drop: '3', commentOn: [`3=${PLAYED_COMMENT}`] }),
  reasonAgainst: async () => undefined,
}

/** Ctrl-C and Ctrl-D at a question stop the demo. */
export function askedAnswers(stop: AbortController): Answers & Disposable {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  terminal.once('close', () => stop.abort())
  const ask = async (question: string) => (await terminal.question(`  ${question} `, { signal: stop.signal })).trim()
  return {
    review: async (question) => askReview(question, ask),
    reasonAgainst: async () => {
      const isYes = /^y(es)?$/i.test(await ask('Allow it? [y/N]'))
      return isYes ? undefined : (await ask('Why not? (reaches the agent in your words)')) || 'no reason given'
    },
    [Symbol.dispose]: () => {
      terminal.removeAllListeners('close')
      terminal.close()
    },
  }
}

async function askReview(question: Approval, ask: (question: string) => Promise<string>): Promise<QuestionAnswer> {
  const take = await ask('Which hunks do you take? [all, none, or numbers such as 1,2]')
  if (take === '' || take === 'none') return answerOf(question, { action: 'cancel' })
  try {
    const answer = answerOf(question, { take })
    const comment = await ask('A word to the agent? [Enter for none]')
    return comment ? { ...answer, comment } : answer
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    printLine(`  ${error.message.replaceAll('--take ', '')}`)
    return askReview(question, ask)
  }
}
