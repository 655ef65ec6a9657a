// Section 12: what a person sees.
import { section, tested } from './requirement.ts'

export const people = section(12, {
  'page.cards': tested(
    'A card per tool call in call order: name, parameters, live output, result, mark; the summary last.',
    'e2e/src/page/chat-turns.test.ts#stand in the order of the calls, each with its mark, and the summary comes last',
    'e2e/src/page/chat-turns.test.ts#show parameters and result in a form of their kind',
    'e2e/src/page/chat-turns.test.ts#follow the output of a command that runs, and stop ends it',
  ),
  'page.approvals': tested(
    'Approval cards have preview, risk, reasons, countdown, scopes, edit, reject with reason.',
    'e2e/src/page/approvals.test.ts#is asked with its sentence, risk, reasons, asker, time and coloured diff, and runs when approved',
    'e2e/src/page/approvals.test.ts#gives a verdict as one types, and runs exactly what was edited',
    'e2e/src/page/approvals.test.ts#no: its reason reaches the agent',
    'e2e/src/page/approvals.test.ts#for a class covers the next call, until the time that was chosen',
  ),
  'page.patch-review': tested(
    'Patch review has a box per hunk and a comment field.',
    'e2e/src/page/review.test.ts#takes some hunks, says why others are dropped, and applies only those without a second question',
  ),
  'page.question': tested(
    'prompt_user is shown as a question.',
    'e2e/src/page/review.test.ts#is marked as the agent’s words and answered with a button and a comment',
  ),
  'page.file-tree': tested(
    'The file tree refreshes by itself.',
    'e2e/src/page/files-tree.test.ts#files that come, go and get other names appear by themselves, and open folders stay open',
  ),
  'page.editor': tested(
    'The editor says when a file was changed underneath and offers reload, keep, compare.',
    'e2e/src/page/files-editor.test.ts#is told, and Reload takes the text of the disk and marks what is new',
    'e2e/src/page/files-editor.test.ts#leaves what the person wrote: Keep mine, then save',
    'e2e/src/page/files-editor.test.ts#is compared side by side, and a part of it is taken over',
  ),
  'page.processes': tested(
    'Running processes have a stop.',
    'e2e/src/page/processes.test.ts#a process shows what it prints as it comes, and is stopped after a question',
  ),
  'page.beside-chat': tested(
    'Beside a conversation stand its own questions first, each with the name of its conversation; those of others are behind a count.',
    'e2e/src/page/chat-beside.test.ts#are its own questions, by the name of the conversation',
    'e2e/src/page/chat-beside.test.ts#are answered by letters while nothing is written',
  ),
  'page.comes-to-its-end': tested(
    'A conversation comes to its end however slowly its cards are measured.',
    'e2e/src/page/chat-slow.test.ts#from the first of many cards a slow page jumps to the last',
  ),
  'page.nothing-over-waits': tested(
    'What has expired or ended is never shown as waiting.',
    'packages/ui/src/connection/follow-expiry.test.ts#a question leaves the page when its time is over',
    'packages/core/src/approvals/expire.test.ts#sees its end, before any sweep',
  ),
  'page.refused-rejected-failed': tested(
    'Refused by a rule or the guard, rejected by a person, and failed are told apart.',
    'packages/protocol/src/execution/refused.test.ts#is told apart from what did not work',
    'packages/server/src/routes/calls/history.test.ts#is found apart from what did not work',
  ),
  'page.history': tested(
    'History has filters, undo per call, export.',
    'e2e/src/page/history.test.ts#fills by itself, and shows what matches the filters only',
    'e2e/src/page/history.test.ts#puts the file back after a question, and the record says so',
    'e2e/src/page/history.test.ts#is taken out as',
  ),
  'page.grants': tested(
    'Grants have revoke.',
    'e2e/src/page/grants.test.ts#a grant shows what it covers and has allowed, and is revoked after a question',
  ),
  'page.charts': tested(
    'Charts show calls by tool, risk and decision time.',
    'e2e/src/page/overview.test.ts#every chart has its figures in words and in a table',
  ),
  'page.notifications': tested(
    'Browser notifications come when an answer is needed.',
    'e2e/src/page/approvals-queue.test.ts#the page calls: read out, and by a notification with actions when it was allowed with the button',
  ),
  'page.narrow': tested(
    'The page is usable at 360 px, by keyboard alone and with a screen reader.',
    'e2e/src/page/frame.test.ts#at 360 pixels nothing is wider than the screen',
    'e2e/src/page/frame.test.ts#keys go from view to view, and ? shows them; nothing happens while somebody writes',
    'e2e/src/page/accessibility.test.ts#what is wrong would be found',
  ),
  'page.languages': tested(
    'English, Russian and Chinese.',
    'e2e/src/page/frame.test.ts#the browser’s language decides, and a choice in the page stays',
  ),
  'editor.workspace': tested(
    "The extension runs the tools in the window's workspace folders, Workspace Trust respected.",
    'e2e/src/vscode/folders/roots.test.ts#each call runs in its own root',
    'e2e/src/vscode/folders/trust.test.ts#an untrusted workspace is only read',
  ),
  'editor.diff': tested(
    'Previews are native diffs.',
    'e2e/src/vscode/answers.test.ts#a change of one file is approved in the title of its diff',
  ),
  'editor.approvals': tested(
    'Approvals are a webview modal and a notification with actions.',
    'e2e/src/vscode/answers.test.ts#a command that fits in one line is approved in its notification',
    'e2e/src/vscode/answers.test.ts#the approval panel shows all of it and takes the answer',
  ),
  'editor.status-bar': tested('The status bar shows the number waiting.', 'e2e/src/vscode/workflow.test.ts#a number in the status bar'),
  'editor.token': tested('The token is in SecretStorage.', 'e2e/src/vscode/sign-in.test.ts#the credentials are in no file and no setting'),
  'editor.reconnects': tested(
    'The extension connects and reconnects by itself.',
    'e2e/src/vscode/restart.test.ts#started again is found again',
  ),
  'cli.serve': 'countersign serve starts a server with a runner of its own in a separate process.',
  'cli.serve-here': 'countersign serve works on the current folder if none is named.',
  'cli.runner': 'countersign runner joins a server for a folder.',
  'cli.call': 'countersign call makes a call as an agent.',
  'cli.pending': 'countersign pending shows what waits, with its diff.',
  'cli.approve': 'countersign approve runs what waits.',
  'cli.reject': 'countersign reject --reason reaches the agent in those words.',
  'cli.history': 'countersign history lists what happened.',
  'cli.policy-check': 'countersign policy check judges calls without making them, one or many as JSON lines.',
  'cli.audit': 'countersign audit verify and audit export check and write out the log.',
  'cli.token': 'countersign token creates a token.',
  'cli.doctor': 'countersign doctor tells what this machine has.',
  'cli.demo': tested(
    'countersign demo plays a story without model or network, checks itself and leaves nothing behind.',
    'apps/cli/src/demo/demo.test.ts#tells its whole story, without colours in a pipe, and leaves nothing behind',
    'apps/cli/src/demo/demo.test.ts#stopped in the middle it cleans up as well',
    'apps/cli/src/demo/story.test.ts#a story that goes otherwise is not told to its end',
  ),
  'cli.chat': 'countersign chat shows a turn as it goes on and how to answer what waits; Ctrl-C stops the agent.',
  'cli.mcp': 'countersign mcp offers the tools on stdio.',
})
