// countersign demo: a whole story on a sample project, with no model and no network. It checks itself and leaves nothing behind.
import { requireTerminal } from '../connection/connect.ts'
import { bold, green, red } from '../terminal/colours.ts'
import { ownName } from '../terminal/own-name.ts'
import { printLine } from '../terminal/print.ts'
import { EXIT } from '../terminal/report-error.ts'
import { askedAnswers, playedAnswers } from './answers.ts'
import { UnexpectedOutcome } from './cast.ts'
import { createNarrator } from './narrator.ts'
import { openStage } from './stage.ts'
import { playStory } from './story.ts'

export interface DemoOptions {
  readonly ask?: boolean
}

export async function demo({ ask }: DemoOptions): Promise<void> {
  if (ask) requireTerminal('answers are given')
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  try {
    await play(stop, ask ?? false)
    printLine(ENDING)
  } catch (error) {
    process.exitCode = EXIT.failed
    if (stop.signal.aborted) return printLine('\nStopped. Nothing is left behind.')
    if (!(error instanceof UnexpectedOutcome)) throw error
    printLine(`\n${red('This is not what should have happened:')} ${error.message}`)
  }
}

async function play(stop: AbortController, ask: boolean): Promise<void> {
  const narrator = createNarrator({ signal: stop.signal, isSlow: !ask && process.stdout.isTTY })
  printLine(bold('Countersign: an agent works on your project, and you have the last word'))
  narrator.note('A sample project in a temporary folder, a real server and a real runner. The agent is a script: no model, no network.')
  await using stage = await openStage(stop.signal)
  using asked = ask ? askedAnswers(stop) : undefined
  await playStory({ stage, narrator, answers: asked ?? playedAnswers })
}

const ENDING = `${green('Everything went as told.')} The processes and the temporary folder are gone.

${bold('Next')}
  ${`${ownName} serve --sample`.padEnd(40)}  a sample project to try it by hand
  ${`${ownName} serve --workspace DIR`.padEnd(40)}  your own project
  ${`${ownName} demo --ask`.padEnd(40)}  this story again, with your answers
  README.md, docs/                          how to connect an agent of yours`
