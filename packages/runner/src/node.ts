// Parts for a runner that is a program of its own on a full Node. They are apart from index.ts, because another program that
// composes a runner inside itself may have no SQLite, and transports and streams of its own.
export { lockWithSqlite } from './data/sqlite-lock.ts'
export { openStandardOutput } from './stdio/lines/standard-output.ts'
export { createNodeTransport, type NodeTransport } from './transport/node-transport.ts'
