// From a call to a reading: whether the command is allowed, and what its arguments mean.
import { type PlainFormName, type Sentence, sentence } from '@countersign/protocol'
import { type Facts, printable, refusal } from '../risk/index.ts'
import { isBareName, isNeverAllowed, NEVER_COMMANDS, WRAPPER_COMMANDS } from './allowed-commands.ts'
import { ANALYSERS } from './analysers/index.ts'
import { finding, joinReadings, type Reading, reading } from './reading.ts'

type Extra = Facts['extraCommands']

export function readCommand(command: string, args: readonly string[], extra: Extra): Reading {
  if (isNeverAllowed(command)) return refuseCommand(command, NEVER_COMMANDS.get(command) ?? 'advice.disks')
  const analyse = ANALYSERS.get(command)
  if (analyse) return analyse(args, (inner, innerArgs) => readInner(inner, innerArgs, extra))
  if (WRAPPER_COMMANDS.has(command)) return refuseWrapper(command, args)
  const risk = isBareName(command) ? extra?.get(command) : undefined
  if (risk === undefined) return refuseCommand(command)
  return joinReadings(
    finding(risk === 'MEDIUM' ? 'MEDIUM' : 'HIGH', sentence('command.allowed-by-policy', { command })),
    reading({ suspects: args }),
  )
}

/** A command inside another one: the same rules, one level deep. */
function readInner(command: string, args: readonly string[], extra: Extra): Reading {
  return command === 'find' ? refuseCommand('find', 'advice.not-inside-find') : readCommand(command, args, extra)
}

const refuseCommand = (command: string | Sentence, advice?: PlainFormName): Reading => {
  const subject = command === '' ? sentence('subject.name-empty') : command
  return reading({ refusals: [refusal('COMMAND_NOT_ALLOWED', subject, advice && sentence(advice))] })
}

function refuseWrapper(command: string, args: readonly string[]): Reading {
  const inner = args.find((word) => /^[a-z][a-z0-9._-]*$/i.test(word))
  return inner === undefined
    ? refuseCommand(command, 'advice.call-command-itself')
    : refuseCommand(sentence('subject.would-run', { command, inner: printable(inner) }), 'advice.call-that-itself')
}
