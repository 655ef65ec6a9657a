// The one registry of failures that reach an agent or an operator. The page docs/reference/errors.md is made from it.
// `sentence` is how the message begins; `retry` tells whether the same call may succeed later.

interface ErrorCodeEntry {
  readonly http: number
  readonly sentence: string
  readonly advice: string
  readonly retry: boolean
}

export const ERROR_CODES = {
  FILE_NOT_FOUND: { http: 404, sentence: 'File not found', advice: 'List the folder to see what is there.', retry: false },
  FILE_TOO_LARGE: { http: 413, sentence: 'File too large', advice: 'Read it in parts with offset and limit, or work on a smaller file.', retry: false },
  PERMISSION_DENIED: { http: 403, sentence: 'Permission denied', advice: 'Choose another file, or let the person change its permissions.', retry: false },
  INVALID_PATH: { http: 400, sentence: 'Invalid path', advice: 'Use a path relative to the workspace, with / between names.', retry: false },
  PATH_OUTSIDE_WORKSPACE: { http: 403, sentence: 'Path outside workspace', advice: 'Only files inside the workspace can be used.', retry: false },
  SENSITIVE_FILE: { http: 403, sentence: 'Sensitive file', advice: 'Files that hold secrets are never read or changed by a tool; ask the person to do it.', retry: false },
  FILE_CHANGED: { http: 409, sentence: 'File changed', advice: 'It is not what was shown for approval; read it again and repeat the call.', retry: true },
  ENCODING_ERROR: { http: 415, sentence: 'Not a text file in UTF-8', advice: 'Only UTF-8 text can be read or written here.', retry: false },
  GIT_NOT_INITIALIZED: { http: 409, sentence: 'Not a git repository', advice: 'Run git init first.', retry: false },
  GIT_ERROR: { http: 422, sentence: 'Git failed', advice: 'Read the message of git.', retry: false },
  PATCH_APPLY_FAILED: { http: 422, sentence: 'Patch does not apply', advice: 'Read the file again and make the patch anew.', retry: false },
  TOOL_NOT_FOUND: { http: 404, sentence: 'Tool not found', advice: 'See the list of available tools.', retry: false },
  INVALID_ARGUMENTS: { http: 400, sentence: 'Invalid arguments', advice: 'Correct the parameters as the schema says.', retry: false },
  COMMAND_NOT_ALLOWED: { http: 403, sentence: 'Command not allowed', advice: 'Use an allowed command or a file tool.', retry: false },
  TIMEOUT: { http: 504, sentence: 'Time limit reached', advice: 'Give it more time, or do less at once.', retry: true },
  APPROVAL_DENIED: { http: 403, sentence: 'Approval denied', advice: 'The operator said no; do something else or ask.', retry: false },
  APPROVAL_TIMEOUT: { http: 408, sentence: 'Approval timeout', advice: 'Nobody answered in time; ask again when the operator is there.', retry: true },
  APPROVAL_NEEDED: { http: 409, sentence: "Needs the operator's own answer", advice: 'Wait: the operator is asked.', retry: true },
  POLICY_DENIED: { http: 403, sentence: 'Denied by policy', advice: 'A rule forbids this; do something else.', retry: false },
  CANCELLED: { http: 409, sentence: 'Cancelled', advice: 'The call was stopped; call again only if it is still wanted.', retry: false },
  RUNNER_OFFLINE: { http: 503, sentence: 'No runner is connected', advice: "Start the runner on the operator's machine: countersign runner.", retry: true },
  RUNNER_LOST: { http: 502, sentence: 'The runner was lost while executing', advice: 'The outcome is unknown; look at the workspace before repeating.', retry: false },
  INPUT_CHANGED: { http: 409, sentence: 'The call is not what was cleared', advice: 'Nothing ran; call again to have it judged anew.', retry: true },
  ALREADY_SETTLED: { http: 409, sentence: 'Already settled', advice: 'The first answer stands.', retry: false },
  UNAUTHORIZED: { http: 401, sentence: 'Not signed in', advice: 'Send a valid token in the Authorization header.', retry: false },
  FORBIDDEN: { http: 403, sentence: 'Not permitted for this role', advice: 'Use a token whose role may do this.', retry: false },
  NOT_FOUND: { http: 404, sentence: 'Not found', advice: 'Check the id.', retry: false },
  RATE_LIMITED: { http: 429, sentence: 'Too many requests', advice: 'Wait as Retry-After says.', retry: true },
  TOO_MANY_PENDING: { http: 429, sentence: 'Too many approvals are waiting', advice: 'Wait until the operator has answered some.', retry: true },
  STORAGE: { http: 503, sentence: 'The disk or the database is in trouble', advice: 'Nothing of this was stored; try again when the person has put it right.', retry: true },
  INTERNAL: { http: 500, sentence: 'Internal error', advice: 'Report the request id.', retry: true },
} as const satisfies Record<string, ErrorCodeEntry>

export type ErrorCode = keyof typeof ERROR_CODES

export const isErrorCode = (text: unknown): text is ErrorCode => typeof text === 'string' && Object.hasOwn(ERROR_CODES, text)
