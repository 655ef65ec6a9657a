// Values of this machine's environment that must not be seen in the output of a command.
import { secretKind } from '@countersign/policy'

const MIN_CHARACTERS = 6

export const secretValues = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(environment)
    .filter(([name, value]) => value !== undefined && value.length >= MIN_CHARACTERS && secretKind(name) !== undefined)
    .map(([, value]) => value as string)
