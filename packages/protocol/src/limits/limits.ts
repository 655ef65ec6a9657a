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
  /** Size of a page of a list, as stored; the row that exceeds it is the last one of the page. */
  maxPageBytes: 1 * MEGABYTE,
  maxFrameBytes: 10 * MEGABYTE,
  maxOutputBytes: 1 * MEGABYTE,
  inlineValueBytes: 16 * 1024,
  maxUserMessageCharacters: 10_000,
  maxPathCharacters: 255,
  maxTurnSteps: 100,
  maxTurnMinutes: 120,
  maxTurnTokens: 2_000_000,
  /** Text kept of the step that a model is writing; only the end of a longer one is kept. */
  maxPartialStepCharacters: 256 * 1024,
  /** Data kept for undo: per call, for all calls, and the number of calls; the oldest are dropped first. */
  maxUndoBytesPerCall: 256 * MEGABYTE,
  maxUndoBytes: 1024 * MEGABYTE,
  maxUndoCalls: 1_000,
  maxListEntries: 1_000,
  /** Depth of the folders in a tree; each is two levels of JSON. */
  maxTreeDepth: 100,
  maxJsonDepth: 256,
  maxQueryCharacters: 1_000,
  maxSearchMatches: 1_000,
  maxSearchCount: 10_000,
  maxSearchContextLines: 5,
  maxSearchCharacters: 1_000_000,
  maxSearchSeconds: 30,
  /** Of one answer of the editor, and how long it may take. */
  maxEditorEntries: 1_000,
  maxEditorSeconds: 5,
  defaultCommandSeconds: 30,
  maxCommandSeconds: 300,
  maxPendingApprovalsPerSession: 64,
  maxListedCommands: 500,
  maxConcurrentExecutionsPerRunner: 8,
  maxPersistentProcesses: 16,
  /** How long a process must wait for input before the operator is asked. */
  inputWaitSeconds: 2,
  /** A terminal takes no longer line. */
  maxInputCharacters: 4_000,
  /** What is shown of the output of a process that waits for input. */
  maxShownPromptCharacters: 4_000,
  /** Folders watched per workspace; changes in other folders are not reported. */
  maxWatchedFolders: 8_192,
  /** Output kept of a persistent process; the oldest part is dropped. */
  maxProcessOutputBytes: 8 * MEGABYTE,
  /** Output kept of one command while the server is unreachable; the oldest part is dropped. */
  maxUnsentOutputBytes: 32 * MEGABYTE,
  /** A runner whose clock differs by more is warned. */
  maxClockOffSeconds: 30,
  callsPerSecond: 50,
  callBurst: 200,
  /** Request bytes per token, and request bytes received or processed at the same time for all tokens. */
  uploadBytesPerSecond: 64 * MEGABYTE,
  uploadBurstBytes: 1024 * MEGABYTE,
  maxReceivingBytes: 256 * MEGABYTE,
  maxNoticeBytes: 256 * 1024,
  /** Keys and list elements in one message, in a runner's result, and in the parameters of one call. */
  maxJsonValues: 5_000,
  maxResultValues: 50_000,
  maxCallValues: 1_000,
  failedSignInsPerMinute: 20,
  /** Devices that wait for the person at the same time, the time to answer, and then the time to collect the credentials. */
  maxWaitingDevices: 3,
  deviceRequestSeconds: 600,
  deviceCollectSeconds: 120,
  devicePollSeconds: 2,
  maxErrorCharacters: 1_000,
  maxWaitSeconds: 60,
  defaultWaitSeconds: 20,
  mcpWaitSeconds: 45,
  maxMcpConnections: 500,
  /** Messages of one MCP connection kept for a client that resumes its stream; the oldest are dropped. */
  maxMcpReplayBytes: 256 * 1024,
  maxApprovalSeconds: 3_600,
  questionSeconds: 600,
  exactGrantSeconds: 600,
  maxGrantSeconds: 12 * 3_600,
  sessionIdleMinutes: 120,
  /** The `/tmp` that the commands of one session share: how many a runner keeps, and what each may hold. */
  maxSessionFolders: 64,
  maxSessionFolderBytes: 1024 * MEGABYTE,
  maxSessionFolderEntries: 50_000,
  approvalWarningSeconds: 60,
  streamHeartbeatSeconds: 15,
  maxStreamBacklogBytes: 1 * MEGABYTE,
  /** Bytes waiting for readers over all connections of a server; beyond it, the connection that holds most is closed. */
  maxBacklogBytes: 64 * MEGABYTE,
} as const
