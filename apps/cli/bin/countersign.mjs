#!/usr/bin/env node
// The packed command (scripts/build/pack/pack-command.ts); the repository has countersign.cjs. Plain JavaScript on purpose: a Node that is
// too old to read the rest has to be able to say so.
const wanted = 24
const major = Number(process.versions.node.split('.')[0])

if (major >= wanted) {
  void import('../src/packed-main.ts')
} else {
  process.stderr.write(
    `countersign needs Node ${wanted} or newer, and this is ${process.version}: install a newer one, then run this again.\n`,
  )
  process.exitCode = 1
}
