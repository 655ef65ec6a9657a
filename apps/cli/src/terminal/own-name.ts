// How to call this command again: with npx if npm or npx started it, because it is then not on the PATH.
export const ownName = process.env.npm_execpath === undefined ? 'countersign' : 'npx countersign'
