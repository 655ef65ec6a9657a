// Sections 10 and 11: WebSocket, stdio, agent and chat, MCP.
import { section, tested } from './requirement.ts'

export const channels = section(10, {
  'websocket.upgrade': tested(
    'The WebSocket is authenticated at the upgrade and Origin is checked.',
    'packages/server/src/ws/connection.test.ts#from another site',
  ),
  'websocket.frames': tested('Frames are at most 10 MB.', 'packages/server/src/ws/connection.test.ts#a frame over 10 MB is 1009'),
  'websocket.version': 'The first message carries protocol_version.',
  'websocket.messages': 'The messages are user_message, assistant_message, tool_call, tool_result, hitl_decision and error.',
  'websocket.arguments': 'arguments is accepted for args.',
  'websocket.agent': "An agent's connection sends tool_call and gets tool_result.",
  'websocket.agent-decision': 'A hitl_decision of an agent is FORBIDDEN.',
  'websocket.requires-approval': 'requires_approval true adds a question, false removes none.',
  'websocket.ide': "An IDE's connection gets tool_call and assistant_message and sends what its roles allow.",
  'websocket.question': 'To an IDE a tool_call with requires_approval true is a question.',
  'websocket.runs-once': 'After approve or edit the same call_id comes again with false, and only that one runs.',
  'websocket.tools': tested(
    'An IDE is offered and runs the tools that it says it has, by tools, else by protocol_version, else 2.0.',
    'packages/server/src/ws/ide-tools.test.ts#those of version 2.0',
  ),
  'websocket.call-id': tested(
    "To an IDE call_id is the agent's unless another open call of that connection has it.",
    'packages/server/src/ws/ide-tools.test.ts#is another where a second agent chose the same',
  ),
  'websocket.limits': 'Files are limited to 1 MB and diffs to 5 MB.',
  'stdio.lines': tested(
    'The runner speaks the same messages on stdio, one JSON per line.',
    'packages/runner/src/stdio/input.test.ts#that is wrong is answered with an error, one for each, and the next one runs',
    'apps/cli/src/commands/runner/runner-stdio.test.ts#shows lines that work when pasted, and what they print',
  ),
  'stdio.parent': tested(
    'The parent is trusted to have asked: clearance {by: "parent", mode}, journalled.',
    'packages/runner/src/stdio/answers.test.ts#is journalled with who cleared the call',
  ),
  'stdio.ask': tested(
    'ask sends the call back with requires_approval true and waits for hitl_decision.',
    'packages/runner/src/stdio/answers.test.ts#shows everything that a person needs',
    'packages/runner/src/stdio/modes.test.ts#a call of %s risk is treated as the mode says',
  ),
  'stdio.low': tested(
    'low refuses whatever would need an approval.',
    'packages/runner/src/stdio/modes.test.ts#a call of %s risk is treated as the mode says',
  ),
  'stdio.all': tested('all runs it.', 'packages/runner/src/stdio/modes.test.ts#a call of %s risk is treated as the mode says'),
  'stdio.refusals': tested(
    'Refusals and the rules of runner.toml hold in every mode.',
    'packages/runner/src/stdio/modes.test.ts#%s is refused without a question',
    'packages/runner/src/stdio/modes.test.ts#that deny hold with --approve %s',
  ),
})

export const chat = section(11, {
  'agent.turn': "A turn stores the message, calls the model with the runner's tools and goes on until it answers.",
  'agent.models': 'Any OpenAI-compatible endpoint, OpenAI, Anthropic and Google serve as model.',
  'agent.offline': 'With no model an offline agent understands a few fixed requests and says that it is not a model.',
  'agent.words': 'Rejection, timeout, refusal, failure and a lost runner reach the model in different words.',
  'agent.three-times': 'The same failing call three times in a row stops the turn with a question.',
  'agent.durable': 'After a crash a turn goes on from the last recorded step, and no tool runs twice.',
  'agent.mcp': 'The tools are offered as an MCP server over HTTP and on stdio, through the same gate.',
  'agent.mcp-session': "Each MCP connection is a session of that user's project.",
  'agent.mcp-elicitation':
    "prompt_user is put to a client that has elicitation too; an answer given there is never recorded as the operator's.",
  'agent.mcp-resume': 'An MCP client whose stream was cut gets the rest of it when it comes back.',
  'agent.mcp-wait': 'A call that waits longer than mcp_wait_seconds returns its id, and await_call goes on waiting.',
  'agent.own': 'agent() of the client has the tools as plain functions; a call lasts until its end, through restarts of the server.',
  'agent.own-once': 'A call by agent() runs once, whatever is repeated.',
  'agent.own-refusal': 'A refusal is an outcome of agent(), not an exception.',
  'agent.own-ai-sdk': 'agent() has the tools for the AI SDK; reads run together, everything else alone and in order.',
  'agent.data': 'What came out of the workspace is marked as data for every agent.',
  'agent.examples': 'The examples with plain fetch, the AI SDK and MCP run and check themselves.',
})
