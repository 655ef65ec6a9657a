// One analyser per command: it turns arguments into their meaning.
import type { Reading } from '../reading.ts'
import { LS } from '../tables/listing.ts'
import { LOCATE } from '../tables/locate.ts'
import { CAT, HEAD, WC } from '../tables/reading-files.ts'
import { PWD, WHOAMI } from '../tables/small-utilities.ts'
import { readTar, readUnzip } from './archives.ts'
import { readDate, readEcho } from './echo-and-date.ts'
import { type ReadInnerCommand, readFind } from './find.ts'
import { readGcc } from './gcc.ts'
import { readGit } from './git.ts'
import { readGrep } from './grep.ts'
import { readNode, readPython } from './interpreters.ts'
import { readNpm } from './npm.ts'
import { readByTable } from './plain.ts'
import { readTail } from './tail.ts'
import { readZip } from './zip.ts'

export type Analyser = (args: readonly string[], readInner: ReadInnerCommand) => Reading

export const ANALYSERS: ReadonlyMap<string, Analyser> = new Map<string, Analyser>([
  ['grep', readGrep],
  ['find', readFind],
  ['locate', readByTable(LOCATE)],
  ['ls', readByTable(LS)],
  ['cat', readByTable(CAT)],
  ['head', readByTable(HEAD)],
  ['tail', readTail],
  ['wc', readByTable(WC)],
  ['echo', readEcho],
  ['date', readDate],
  ['pwd', readByTable(PWD)],
  ['whoami', readByTable(WHOAMI)],
  ['git', readGit],
  ['npm', readNpm],
  ['node', readNode],
  ['python', readPython],
  ['python3', readPython],
  ['tar', readTar],
  ['zip', readZip],
  ['unzip', readUnzip],
  ['gcc', readGcc],
])
