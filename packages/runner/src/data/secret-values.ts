// Values of this machine's environment that must not be seen in the output of a command.
import { existsSync } from 'node:fs'
import { secretKind } from '@countersign/policy'

const MIN_CHARACTERS = 6

/** A path says where something lies, and is no secret itself: hidden, it would take every name below it out of every output. */
const isPath = (value: string): boolean => /[/\\]/.test(value) && existsSync(value)

export const secretValues = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(environment)
    .filter(([name, value]) => value !== undefined && value.length >= MIN_CHARACTERS && secretKind(name) !== undefined)
    .map(([, value]) => value as string)
    .filter((value) => !isPath(value))
