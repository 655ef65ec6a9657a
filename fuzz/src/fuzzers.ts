// Every fuzzer, one line each.
import type { Fuzzer } from './fuzzer.ts'
import { lowCommands } from './fuzzers/low-commands.ts'
import { patches } from './fuzzers/patches.ts'
import { races } from './fuzzers/races.ts'
import { readingLines } from './fuzzers/reading-lines.ts'
import { shell } from './fuzzers/shell.ts'
import { undo } from './fuzzers/undo.ts'
import { verdicts } from './fuzzers/verdicts.ts'

export const FUZZERS: readonly Fuzzer[] = [shell, verdicts, lowCommands, readingLines, races, patches, undo]
