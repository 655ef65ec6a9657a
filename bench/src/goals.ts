// What each figure must reach. Ratios within one run, counts and memory are judged; times are only shown, because machines are noisy.

export interface Goal {
  readonly title: string
  readonly unit: '×' | 'KiB' | 'kB' | 'MB' | 'B' | 'ms' | 's' | 'µs' | '/s' | '%' | ''
  readonly goal?: number
  /** Beyond this the figure fails. */
  readonly limit?: number
  /** If more is better, the limit is the minimum. */
  readonly moreIsBetter?: boolean
}

export const GOALS = {
  roundTripRatio: { title: 'round trip of a LOW call, one at a time, p50', unit: '×', goal: 1.3, limit: 1.5 },
  roundTripP99: { title: 'the same, p99', unit: '×' },
  inFlightRatio: { title: 'calls per second, 64 in flight', unit: '×', goal: 0.5, limit: 0.35, moreIsBetter: true },
  processorRatio: { title: 'processor time of the server per call, 64 in flight', unit: '×', goal: 2, limit: 2.5 },
  processorAloneRatio: { title: 'processor time of the server per call, one at a time', unit: '×' },
  approvalRatio: { title: 'approval given to call completed, p50', unit: '×', goal: 1.5, limit: 2 },
  fanOutRatio: { title: 'one event to 1,000 streams, the last one', unit: '×', goal: 1.5, limit: 2 },
  syncsPlain: { title: 'syncs of the server per plain call', unit: '', goal: 2, limit: 2 },
  syncsApproved: { title: 'syncs of the server per approved call', unit: '', goal: 3, limit: 4 },
  eventsPlain: { title: 'events per plain call, on one stream', unit: '', goal: 3, limit: 3 },
  bytesPlain: { title: 'bytes of events per plain call, on one stream', unit: 'B', goal: 1024, limit: 1024 },
  eventsApproved: { title: 'events per approved call, on one stream', unit: '', goal: 5, limit: 5 },
  bytesApproved: { title: 'bytes of events per approved call, on one stream', unit: 'B', goal: 2048, limit: 2048 },
  databaseBytes: {
    title: 'bytes of the database per call, with a result of 1 KiB of random hex digits',
    unit: 'B',
    goal: 2560,
    limit: 2560,
  },
  databaseBytesDense: { title: 'the same with 1 KiB of random base64', unit: 'B' },
  streamMemory: { title: 'memory per idle stream at 1,000', unit: 'KiB', goal: 14, limit: 16 },
  streamMemoryMany: { title: 'memory per idle stream at 10,000', unit: 'KiB', goal: 14, limit: 16 },
  startUpRatio: { title: 'start to first answer, median of 5', unit: '×', goal: 3.2, limit: 5 },
  startUpPackedRatio: { title: 'start of the packed command to first answer, median of 5', unit: '×', goal: 5, limit: 7 },
  memoryIdle: { title: 'memory of the server, idle', unit: 'MB', goal: 100, limit: 120 },
  memoryAfterCalls: { title: 'memory of the server after 100 calls', unit: 'MB', goal: 130, limit: 150 },
  verdictP50: { title: 'verdict on a command, p50', unit: 'µs' },
  verdictP99: { title: 'verdict on a command, p99', unit: 'µs', goal: 1_000, limit: 1_000 },
  shellVerdictP50: { title: 'verdict on a shell line, p50', unit: 'µs' },
  shellVerdictP99: { title: 'verdict on a shell line, p99', unit: 'µs', goal: 5_000, limit: 5_000 },
  sandboxedRatio: { title: 'ls in the sandbox, p50', unit: '×', goal: 1.5, limit: 1.5 },
  turnEmptyRatio: { title: 'a turn without a call, from message to end', unit: '×' },
  turnReadRatio: { title: 'a read in a turn, between two requests of the model', unit: '×', goal: 2, limit: 2.5 },
  turnReadPeer: { title: 'the same in opencode', unit: 'ms' },
  turnWriteRatio: { title: 'a write in a turn, between two requests of the model', unit: '×', goal: 2, limit: 2.5 },
  turnWritePeer: { title: 'the same in opencode', unit: 'ms' },
  turnCommandRatio: { title: 'a sandboxed command in a turn, between two requests', unit: '×', goal: 1.5, limit: 2 },
  turnCommandPeer: { title: 'the same in opencode, without a sandbox', unit: 'ms' },
  pageScripts: { title: 'JavaScript of the page for chat and approvals, compressed', unit: 'kB', goal: 250, limit: 250 },
  pageCardP50: { title: 'from an event on the wire to its card, 1,000 cards, p50', unit: 'ms' },
  pageCardP95: { title: 'the same, p95', unit: 'ms', goal: 50, limit: 50 },
  pageCardRushedP95: { title: 'the same where a model takes no time at all, p95', unit: 'ms' },
  extensionStart: { title: 'start of the extension in VS Code, code loaded', unit: 'ms' },
  extensionBlockRatio: { title: 'longest block of the extension host during searches of 100,000 files', unit: '×', goal: 2, limit: 2 },
  listRatio: { title: 'list 100,000 files, to find', unit: '×', goal: 1.5, limit: 2 },
  listIgnoringRatio: { title: 'the same with ignore rules, to find', unit: '×', goal: 2, limit: 3 },
  searchRatio: { title: 'search 100,000 files, to ripgrep itself', unit: '×', goal: 1.15, limit: 1.4 },
  searchOwnRatio: { title: 'the same without ripgrep', unit: '×', goal: 2.5, limit: 3.5 },
  growthWorst: {
    title: 'the list or figure that grows most from 2,000 to 1,000,000 calls, processor time',
    unit: '×',
    goal: 1.5,
    limit: 2,
  },
  growthIdle: { title: 'share of a core with 10,000 approvals that wait', unit: '%', goal: 1, limit: 3 },
  growthLastMinute: { title: 'the same in the last minute before they expire', unit: '%', goal: 1, limit: 3 },
  growthLateness: { title: 'how late the last of 10,000 expires', unit: 's' },
  growthDeletion: { title: 'longest standstill while a project of 1,000,000 calls is deleted', unit: 'ms' },
} as const satisfies Record<string, Goal>

export type FigureName = keyof typeof GOALS
