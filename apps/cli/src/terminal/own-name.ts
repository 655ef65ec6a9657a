// How a person calls this command again: with npx where npm or npx started it, since it is then not on the path.
export const ownName = process.env.npm_execpath === undefined ? 'countersign' : 'npx countersign'
