// Names of files that run later outside the sandbox: a command finds them read-only, wherever they are.
import { foldSegments } from '../path/index.ts'

const NAMES = new Set(
  '.vscode .idea .zed .devcontainer .husky .envrc .npmrc .mcp.json .claude .cursor .codex .gemini opencode.json .github .countersign'.split(
    ' ',
  ),
)

export const isProtected = (path: string): boolean =>
  foldSegments(path).some((name) => NAMES.has(name) || name.endsWith('.code-workspace')) || /(?:^|\/)\.git(?:\/|$)/.test(path)
