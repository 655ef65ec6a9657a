// The verdict on a command or a shell line, by the mode of the project: the closed list of `strict`, or the rules of everyday work.
import { judgeCommand as judgeStrictCommand, type UnparsedCall } from '../command/index.ts'
import { parseCall } from '../command/parse-call.ts'
import { judgeArguments, judgeScript } from '../everyday/index.ts'
import { type Facts, isEveryday, type Judgement, judgeSafely } from '../risk/index.ts'
import { judgeShellLine as judgeStrictLine, type ShellContext } from '../shell/index.ts'

export function judgeCommand(call: UnparsedCall, facts: Facts): Judgement {
  if (!isEveryday(facts)) return judgeStrictCommand(call, facts)
  return judgeSafely(() => {
    const parsed = parseCall(call)
    return 'refusal' in parsed ? parsed : judgeArguments(parsed.command, parsed.args, facts)
  })
}

export const judgeShellLine = (line: unknown, context: ShellContext): Judgement => {
  const { facts, parse, cwd = '.' } = context
  return isEveryday(facts) ? judgeScript(line, { facts: { ...facts, parseShell: parse }, cwd }) : judgeStrictLine(line, context)
}
