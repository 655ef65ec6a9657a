// Section 15: points that could have been decided differently.
import { section, tested } from './requirement.ts'

export const settled = section(15, {
  'settled.workspace-name': 'A leading workspace/ is an ordinary name.',
  'settled.write-asked': 'write_file is always asked; config.json is MEDIUM.',
  'settled.sh-conf': '.sh and .conf are HIGH and can be written.',
  'settled.archives': 'zip, tar and gcc are HIGH.',
  'settled.docker': 'docker and sudo are refused.',
  'settled.git-command': 'execute_command git goes by sub-command, MEDIUM or higher.',
  'settled.states': 'States are in lower case everywhere.',
  'settled.parameters': 'parameters of a tool are JSON Schema.',
  'settled.retry': 'Delivery and reads are retried, effects never.',
  'settled.webview-call': tested(
    "A tool called from the webview goes to the server as an operator's call.",
    'e2e/src/vscode/agents/execute-tool.test.ts#EXECUTE_TOOL goes to the server as the operator',
  ),
  'settled.clean-tree': 'apply_patch needs only the touched files to be what the diff expects.',
  'settled.one-executor': tested(
    'Events with REST and WebSocket have one executor behind them.',
    'e2e/src/scenarios/channels/document-scenarios.ts#a file is read, and changed with approval',
  ),
  'settled.error-shapes': tested(
    'An error is a sentence with a code on REST and an object on WebSocket.',
    'packages/server/src/ws/connection.test.ts#message: expect.any(String)',
  ),
})
