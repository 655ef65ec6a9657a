// Plain JavaScript on purpose: it has to run on the Node that is too old to read the rest.
const wanted = 24
const major = Number(process.versions.node.split('.')[0])

if (major < wanted) {
  console.error(
    [
      `Countersign needs Node ${wanted} or newer; this is ${process.version}.`,
      'Node comes with the dependencies: run `npm ci` (without --ignore-scripts), then this again through npm.',
    ].join('\n'),
  )
  process.exit(1)
}
