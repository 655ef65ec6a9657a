export { keysOf } from './call/call-pieces.ts'
export {
  type Call,
  type CallJudgement,
  findTool,
  type Guard,
  type JudgedCall,
  judgeCall,
  neededTexts,
  PATH_PARAMETERS,
  type Params,
  type Reading,
  readCall,
} from './call/read-call.ts'
export { CATALOGUE, PERSISTENT_TOOLS, TOOL_NAMES, TOOLS_THAT_CHANGE_FILES } from './catalogue.ts'
export { globOfClass } from './changes/path-class.ts'
export { executeCommand } from './commands/execute-command.ts'
export { runCommand } from './commands/run-command.ts'
export { readScriptText } from './commands/script-text.ts'
export {
  type AnyTool,
  type CallClass,
  type CallPiece,
  type ClearedCall,
  defineQuestion,
  defineTool,
  type OperatorQuestion,
  type QuestionDefinition,
  type ToolDefinition,
  type ToolExample,
} from './define-tool.ts'
export { editFile } from './edits/edit-file.ts'
export { listDirectory } from './files/list-directory.ts'
export { listFiles } from './files/list-files.ts'
export { mergeTexts } from './files/merge-texts.ts'
export { readFile } from './files/read-file.ts'
export { writeFile } from './files/write-file.ts'
export type {
  EditorDiagnostic,
  EditorEntries,
  EditorPlace,
  EditorPosition,
  EditorReader,
  EditorSpan,
  EditorSymbol,
  Severity,
} from './hosts/editor.ts'
export type {
  BranchChange,
  BranchPlan,
  CommitPlan,
  CommitRequest,
  FileOfCommit,
  GitBranches,
  GitChange,
  GitChanger,
  GitCommit,
  GitDiff,
  GitEntry,
  GitReader,
  GitStatus,
} from './hosts/git.ts'
export type { PersistentOutput, PersistentRequest, PersistentStarter, PersistentState, PersistentWatcher } from './hosts/persistent.ts'
export {
  changesFiles,
  type Host,
  type HostSignal,
  narrowHost,
  narrowPreviewHost,
  onlyReads,
  POWERS,
  type PortName,
  type Ports,
  type Power,
  type PreviewHost,
  type PreviewPorts,
  readsShell,
  readsWithoutPrograms,
  usesPort,
} from './hosts/powers.ts'
export type { CommandOutcome, CommandRequest, Processes, ShellProcesses, ShellRequest, TimeLimits } from './hosts/processes.ts'
export type { ScratchReader } from './hosts/scratch.ts'
export type { Undoer, Undone } from './hosts/undoer.ts'
export type {
  ChangeOutcome,
  FileChange,
  FileContent,
  FileEntry,
  Listing,
  ListRequest,
  ObjectFacts,
  SearchMatch,
  SearchRequest,
  SearchResult,
  UndoNote,
  WorkspaceChanger,
  WorkspaceReader,
  WorkspaceWriter,
  WriteOutcome,
} from './hosts/workspace.ts'
export { type ChosenPart, choosePart, recordedPart } from './parts/choose-part.ts'
export { describePart } from './parts/describe-part.ts'
export { partOfCall, requireHighTick } from './parts/part-of-call.ts'
export { inputKindOf } from './processes/input-kind.ts'
export { killProcess } from './processes/kill-process.ts'
export { processInput } from './processes/process-input.ts'
export { readProcess } from './processes/read-process.ts'
export { runPersistent } from './processes/run-persistent.ts'
export { writeProcess } from './processes/write-process.ts'
export { type CompiledQuery, compileQuery, type QueryOptions } from './search/compile-query.ts'
export { searchInProject } from './search/search-in-project.ts'
export { describeEdit } from './words/describe-edit.ts'
export { quoteOperator } from './words/quote-operator.ts'
export { boundOutput, MAX_REPORT_CHARACTERS, MAX_REPORT_LINES } from './words/text.ts'
