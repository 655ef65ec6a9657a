#!/usr/bin/env node
// Plain JavaScript on purpose: a Node that is too old to read the rest has to be able to say so.
const wanted = 24
const major = Number(process.versions.node.split('.')[0])

if (major >= wanted) {
  void import('../src/main.ts')
} else {
  process.stderr.write(
    `countersign needs Node ${wanted} or newer, and this is ${process.version}: start it with \`npx countersign\` in the folder of Countersign, which has its own Node, or install a newer one.\n`,
  )
  process.exitCode = 1
}
