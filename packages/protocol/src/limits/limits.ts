// Every limit of the system, in one place; `countersign doctor` prints this table.

export const MEGABYTE = 1024 * 1024

export const LIMITS = {
  maxFileBytes: 100 * MEGABYTE,
  maxFileBytesOnSocket: 1 * MEGABYTE,
  maxDiffBytes: 5 * MEGABYTE,
  maxPatchFiles: 1_000,
  maxPatchHunks: 50_000,
  maxReviewHunks: 5_000,
  maxPatchedLines: 5_000_000,
  maxMessageBytes: 1 * MEGABYTE,
  maxResultBytes: 10 * MEGABYTE,
  maxBodyBytes: 100 * MEGABYTE,
  /** Of a page of a list, as it is stored; the row that goes beyond it is the last one. */
  maxPageBytes: 1 * MEGABYTE,
  maxFrameBytes: 10 * MEGABYTE,
  maxOutputBytes: 1 * MEGABYTE,
  inlineValueBytes: 16 * 1024,
  maxUserMessageCharacters: 10_000,
  maxPathCharacters: 255,
  maxTurnSteps: 100,
  maxTurnMinutes: 120,
  maxTurnTokens: 2_000_000,
  /** Of the step that a model is writing; of a longer one only the end is kept. */
  maxPartialStepCharacters: 256 * 1024,
  /** What is kept of one call for its undo, of all calls together, and how many calls; the oldest go first. */
  maxUndoBytesPerCall: 256 * MEGABYTE,
  maxUndoBytes: 1024 * MEGABYTE,
  maxUndoCalls: 1_000,
  maxListEntries: 1_000,
  /** Folders in folders that a tree shows. Each is two levels of JSON. */
  maxTreeDepth: 100,
  maxJsonDepth: 256,
  maxQueryCharacters: 1_000,
  maxSearchMatches: 1_000,
  maxSearchCount: 10_000,
  maxSearchContextLines: 5,
  maxSearchCharacters: 1_000_000,
  maxSearchSeconds: 30,
  defaultCommandSeconds: 30,
  maxCommandSeconds: 300,
  maxPendingApprovalsPerSession: 64,
  maxConcurrentExecutionsPerRunner: 8,
  maxPersistentProcesses: 16,
  /** Of a workspace; changes from outside in the others are not told. */
  maxWatchedFolders: 8_192,
  /** Of what a persistent process printed; the oldest part is dropped. */
  maxProcessOutputBytes: 8 * MEGABYTE,
  /** Of what one command printed while the server was away; the oldest part is dropped. */
  maxUnsentOutputBytes: 32 * MEGABYTE,
  /** A runner whose clock is further off is told so. */
  maxClockOffSeconds: 30,
  callsPerSecond: 50,
  callBurst: 200,
  /** What comes in for one token, and what is being received and worked on at once over all of them. */
  uploadBytesPerSecond: 64 * MEGABYTE,
  uploadBurstBytes: 1024 * MEGABYTE,
  maxReceivingBytes: 256 * MEGABYTE,
  maxNoticeBytes: 256 * 1024,
  /** Keys of objects and elements of lists in one message; in what a runner found, and in the parameters of one call. */
  maxJsonValues: 5_000,
  maxResultValues: 50_000,
  maxCallValues: 1_000,
  failedSignInsPerMinute: 20,
  maxErrorCharacters: 1_000,
  maxWaitSeconds: 60,
  defaultWaitSeconds: 20,
  mcpWaitSeconds: 45,
  maxMcpConnections: 500,
  /** Of what one MCP connection was told, kept for a client that resumes a stream; the oldest is dropped. */
  maxMcpReplayBytes: 256 * 1024,
  maxApprovalSeconds: 3_600,
  questionSeconds: 600,
  exactGrantSeconds: 600,
  maxGrantSeconds: 12 * 3_600,
  sessionIdleMinutes: 120,
  approvalWarningSeconds: 60,
  streamHeartbeatSeconds: 15,
  maxStreamBacklogBytes: 1 * MEGABYTE,
  /** What waits for readers over all connections of a server; beyond it whoever holds most is dropped. */
  maxBacklogBytes: 64 * MEGABYTE,
} as const
