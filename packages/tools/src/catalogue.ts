// Every tool that exists, one line each. Names in the catalogue are canonical; a tool can also be called by its aliases.
import { createDirectory } from './changes/create-directory.ts'
import { deleteFile } from './changes/delete-file.ts'
import { moveFile } from './changes/move-file.ts'
import { executeCommand } from './commands/execute-command.ts'
import { runCommand } from './commands/run-command.ts'
import type { AnyTool } from './define-tool.ts'
import { ideDefinition } from './editor/ide-definition.ts'
import { ideDiagnostics } from './editor/ide-diagnostics.ts'
import { ideReferences } from './editor/ide-references.ts'
import { ideSymbols } from './editor/ide-symbols.ts'
import { editFile } from './edits/edit-file.ts'
import { listDirectory } from './files/list-directory.ts'
import { listFiles } from './files/list-files.ts'
import { readFile } from './files/read-file.ts'
import { writeFile } from './files/write-file.ts'
import { gitBranch } from './git/git-branch.ts'
import { gitCommit } from './git/git-commit.ts'
import { gitDiff } from './git/git-diff.ts'
import { gitLog } from './git/git-log.ts'
import { gitStatus } from './git/git-status.ts'
import { promptUser } from './operator/prompt-user.ts'
import { undo } from './operator/undo.ts'
import { applyPatch } from './patches/apply-patch.ts'
import { applyPatchReview } from './patches/apply-patch-review.ts'
import { killProcess } from './processes/kill-process.ts'
import { processInput } from './processes/process-input.ts'
import { readProcess } from './processes/read-process.ts'
import { runPersistent } from './processes/run-persistent.ts'
import { writeProcess } from './processes/write-process.ts'
import { searchInProject } from './search/search-in-project.ts'

export const CATALOGUE: readonly AnyTool[] = [
  readFile,
  writeFile,
  editFile,
  listDirectory,
  listFiles,
  searchInProject,
  createDirectory,
  moveFile,
  deleteFile,
  executeCommand,
  runCommand,
  gitStatus,
  gitDiff,
  gitLog,
  gitBranch,
  gitCommit,
  runPersistent,
  readProcess,
  writeProcess,
  killProcess,
  ideDiagnostics,
  ideSymbols,
  ideDefinition,
  ideReferences,
  promptUser,
  applyPatch,
  applyPatchReview,
  undo,
  processInput,
]

/** Tools whose calls end while the process they started keeps running. */
export const PERSISTENT_TOOLS: readonly string[] = CATALOGUE.filter((tool) => tool.uses.includes('persistent:start')).map(
  (tool) => tool.name,
)

export const TOOL_NAMES: readonly string[] = CATALOGUE.map((tool) => tool.name)

/** A class of files covers these. */
export const TOOLS_THAT_CHANGE_FILES: readonly string[] = CATALOGUE.filter((tool) => 'changesNamedFiles' in tool).map(({ name }) => name)
