// One turn of one program with the instant model, checked: every answer was requested, every result was delivered, every file exists.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Child } from '../processes/child.ts'
import type { Seen } from './instant-model.ts'
import { type Kind, WRITTEN, writtenPath } from './kinds.ts'
import type { TurnProgram } from './program.ts'

export interface PlayedTurn {
  /** Between two requests of the model, in the order of the calls. */
  readonly gaps: readonly number[]
  /** From the message to the end, as the sender sees it. */
  readonly milliseconds: number
}

let turns = 0

export async function playTurn(model: Child, program: TurnProgram, kind: Kind, calls: number, thinks = 0): Promise<PlayedTurn> {
  const turn = `${kind}${++turns}`
  const before = await program.countCompleted()
  await model.ask('begin', { calls, call: program.call(kind, turn), thinks })
  const started = performance.now()
  await program.play()
  const milliseconds = performance.now() - started
  const seen = await model.ask<Seen>('seen')
  const after = await program.countCompleted()
  const problem =
    problemIn(seen, calls) ??
    (kind === 'write' ? missingFile(program.workspace, turn, calls) : undefined) ??
    (after === undefined || after - (before ?? 0) === calls ? undefined : `${after - (before ?? 0)} calls are on record, not ${calls}`)
  if (problem) throw new Error(`${program.name}, ${kind}: ${problem}`)
  return { gaps: seen.gaps, milliseconds }
}

function problemIn({ answers, gaps, wrong }: Seen, calls: number): string | undefined {
  if (wrong.length > 0) return `the model was told ${wrong[0]}`
  return answers === calls + 1 && gaps.length === calls ? undefined : `the model was asked ${answers} times for ${calls} calls`
}

function missingFile(workspace: string, turn: string, calls: number): string | undefined {
  const numbered = (template: string, call: number) => template.replaceAll('{n}', String(call))
  for (let call = 1; call <= calls; call++) {
    const path = join(workspace, numbered(writtenPath(turn), call))
    if (!existsSync(path) || readFileSync(path, 'utf8') !== numbered(WRITTEN, call)) return `${path} is not what was written`
  }
  return undefined
}
