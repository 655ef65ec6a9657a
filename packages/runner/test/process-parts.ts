// What runners and hosts of tests take from the process of the test, as a program around them would.
import { homedir } from 'node:os'
import { createShellGrammar } from '@countersign/shell-grammar'
import { lockWithSqlite } from '../src/data/sqlite-lock.ts'
import { createSearchThreads } from '../src/hosts/search/search-threads.ts'
import { findToolchains, type Toolchains } from '../src/programs/toolchains.ts'

const searchWorker = new URL('../src/hosts/search/search-worker.ts', import.meta.url)

export const PROCESS_PARTS = {
  environment: process.env,
  nodePath: process.execPath,
  shellGrammar: createShellGrammar(),
  searchWorker,
  lockFolder: lockWithSqlite,
}

export const TEST_THREADS = createSearchThreads(searchWorker)

export const findTestToolchains = (root: string): Toolchains =>
  findToolchains({ root, path: process.env.PATH, home: homedir(), node: process.execPath })
