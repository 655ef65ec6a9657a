// Every route of the REST interface.
import * as z from 'zod'
import { approvalStatusSchema } from '../approval/approval.ts'
import { questionAnswerSchema } from '../approval/question.ts'
import * as devices from '../device/device-messages.ts'
import { digestSchema } from '../digest/digest.ts'
import { timeSchema } from '../execution/state.ts'
import { approvalId, deviceId, executionId, grantId, projectId, sessionId, turnId } from '../ids/ids.ts'
import { LIMITS } from '../limits/limits.ts'
import { helloSchema } from '../runner/runner.ts'
import { listEntrySchema } from '../session/mode.ts'
import * as bodies from './bodies.ts'
import { defineRoutes } from './contract.ts'
import * as runnerViews from './runner-views.ts'
import * as views from './views.ts'

const { VIEWS } = views
const inProject = z.strictObject({ p: projectId })
const ofTool = z.strictObject({ p: projectId, id: executionId })
const ofApproval = z.strictObject({ p: projectId, a: approvalId })
const ofQuestion = z.strictObject({ p: projectId, q: approvalId })
const ofSession = z.strictObject({ p: projectId, s: sessionId })
const ofTurn = z.strictObject({ p: projectId, t: turnId })
const page = z.strictObject(bodies.pageQuery)
const project = '/my/projects/:p'

export const ROUTES = defineRoutes({
  health: { method: 'GET', path: '/health', summary: 'Is the process alive', roles: [], response: VIEWS.health },
  ready: { method: 'GET', path: '/ready', summary: 'Can it serve', roles: [], response: VIEWS.ready },
  metrics: { method: 'GET', path: '/metrics', summary: 'Prometheus metrics (admin, or loopback)', roles: [], sends: 'text' },
  exchange: { method: 'POST', path: '/auth/exchange', summary: 'A one-time code for a token', roles: [], body: bodies.exchangeBody, response: VIEWS.token },
  loginCode: { method: 'POST', path: '/auth/code', summary: 'A one-time code for the link that opens the page', roles: ['operator'], response: VIEWS.loginCode },
  renew: { method: 'POST', path: '/auth/renew', summary: 'A successor for a token of a local server, before it ends', roles: ['operator', 'agent', 'runner', 'admin'], response: VIEWS.renewed, limited: true },

  askForAccess: { method: 'POST', path: '/my/devices', summary: 'A device asks a local server for access; the person compares the code', roles: [], body: devices.deviceBody, response: devices.DEVICE_VIEWS.asked },
  collectAccess: { method: 'POST', path: '/my/devices/token', summary: 'The credentials of a device, once, after the person has allowed it; 202 while it waits', roles: [], body: devices.deviceTokenBody, response: devices.DEVICE_VIEWS.token },
  listDevices: { method: 'GET', path: '/my/devices', summary: 'Devices that ask for access, have it or had it, newest first', roles: ['operator'], query: z.strictObject({ ...bodies.pageQuery, ...devices.deviceQuery }), response: devices.DEVICE_VIEWS.devices },
  allowDevice: { method: 'POST', path: '/my/devices/allow', summary: 'Allow the device that shows this code', roles: ['operator'], body: devices.deviceAnswerBody, response: devices.DEVICE_VIEWS.device },
  refuseDevice: { method: 'POST', path: '/my/devices/refuse', summary: 'Refuse the device with this code', roles: ['operator'], body: devices.deviceAnswerBody, response: devices.DEVICE_VIEWS.device },
  endDevice: { method: 'DELETE', path: '/my/devices/:d', summary: 'End the access of a device', roles: ['operator'], params: z.strictObject({ d: deviceId }), response: devices.DEVICE_VIEWS.device },
  runnerToken: { method: 'POST', path: `${project}/runner/token`, summary: 'For a device that is signed in: a token that answers in one project and runs its calls', roles: ['operator'], params: inProject, response: devices.DEVICE_VIEWS.runnerToken, limited: true },

  createProject: { method: 'POST', path: '/my/projects', summary: 'Make a project', roles: ['operator'], body: bodies.projectBody, response: VIEWS.project },
  listProjects: { method: 'GET', path: '/my/projects', summary: 'Your projects', roles: ['operator', 'agent', 'runner'], query: page, response: VIEWS.projects },
  getProject: { method: 'GET', path: project, summary: 'One project and its runner', roles: ['operator', 'agent', 'runner'], params: inProject, response: VIEWS.project },
  patchProject: { method: 'PATCH', path: project, summary: 'Rename a project, or change its mode', roles: ['operator'], params: inProject, body: bodies.projectPatchBody, response: VIEWS.project },
  deleteProject: { method: 'DELETE', path: project, summary: 'Delete a project', roles: ['operator'], params: inProject, response: VIEWS.ok },
  listCommands: { method: 'GET', path: `${project}/commands`, summary: "The project's list of commands: its toolchains, and what the operator added", roles: ['operator', 'agent'], params: inProject, response: VIEWS.commands },
  addCommand: { method: 'POST', path: `${project}/commands`, summary: 'Add to the list of commands', roles: ['operator'], params: inProject, body: listEntrySchema, response: VIEWS.commands },
  removeCommand: { method: 'POST', path: `${project}/commands/remove`, summary: 'Take something off the list of commands', roles: ['operator'], params: inProject, body: listEntrySchema, response: VIEWS.commands },

  createSession: { method: 'POST', path: `${project}/chat/sessions`, summary: 'Open a session', roles: ['operator', 'agent'], params: inProject, body: bodies.sessionBody, response: VIEWS.session },
  listSessions: { method: 'GET', path: `${project}/chat/sessions`, summary: 'Sessions, newest first', roles: ['operator', 'agent'], params: inProject, query: bodies.sessionsQuery, response: VIEWS.sessions },
  getSession: { method: 'GET', path: `${project}/chat/sessions/:s`, summary: 'One session', roles: ['operator', 'agent'], params: ofSession, response: VIEWS.session },
  patchSession: { method: 'PATCH', path: `${project}/chat/sessions/:s`, summary: 'Rename a session, or choose another model for it', roles: ['operator'], params: ofSession, body: bodies.sessionPatchBody, response: VIEWS.session },
  deleteSession: { method: 'DELETE', path: `${project}/chat/sessions/:s`, summary: 'End a session with its grants and processes', roles: ['operator', 'agent'], params: ofSession, response: VIEWS.ok },

  listMessages: { method: 'GET', path: `${project}/chat/sessions/:s/messages`, summary: 'A conversation, newest first', roles: ['operator'], params: ofSession, query: page, response: VIEWS.messages },
  sendMessage: { method: 'POST', path: `${project}/chat/messages`, summary: 'Write to the agent', roles: ['operator'], params: inProject, body: bodies.messageBody, plain: true, response: VIEWS.sent, status: 202, limited: true },
  getTurn: { method: 'GET', path: `${project}/chat/turns/:t`, summary: 'How far the agent is with a message', roles: ['operator'], params: ofTurn, response: VIEWS.turn },
  cancelTurn: { method: 'POST', path: `${project}/chat/turns/:t/cancel`, summary: 'Stop the agent', roles: ['operator'], params: ofTurn, response: VIEWS.turn },
  retryTurn: { method: 'POST', path: `${project}/chat/turns/:t/retry`, summary: 'The same message again, as a new turn', roles: ['operator'], params: ofTurn, response: VIEWS.sent, status: 202, limited: true },
  listModels: { method: 'GET', path: '/my/models', summary: 'Models that a session may choose', roles: ['operator'], response: VIEWS.models },

  stream: { method: 'GET', path: `${project}/chat/stream`, summary: 'The event stream', roles: ['operator', 'runner'], params: inProject, query: z.strictObject({ after: z.coerce.number().int().min(0).optional(), forms: z.stringbool().optional() }), sends: 'stream' },
  socket: { method: 'GET', path: `${project}/ws`, summary: 'The CodeLab channel (WebSocket)', roles: ['operator', 'agent', 'runner'], params: inProject, sends: 'socket' },
  mcpSend: { method: 'POST', path: `${project}/mcp`, summary: 'The tools for agents that speak MCP (streamable HTTP): a message', roles: ['agent'], params: inProject, body: bodies.mcpBody, sends: 'mcp', maxBytes: LIMITS.maxFrameBytes, rate: 'message' },
  mcpListen: { method: 'GET', path: `${project}/mcp`, summary: 'What the server tells an MCP client unasked', roles: ['agent'], params: inProject, sends: 'mcp' },
  mcpEnd: { method: 'DELETE', path: `${project}/mcp`, summary: 'End an MCP session with its grants and processes', roles: ['agent'], params: inProject, sends: 'mcp' },
  availableTools: { method: 'GET', path: `${project}/tools/available`, summary: 'Tools that can be called', roles: ['operator', 'agent', 'runner'], params: inProject, response: VIEWS.tools },

  execute: { method: 'POST', path: '/my/tools/execute', summary: 'Call a tool', roles: ['agent', 'operator'], body: bodies.executeBody, plain: true, response: views.calledView, limited: true },
  history: {
    method: 'GET',
    path: '/my/tools/history',
    summary: 'Executions, newest first',
    roles: ['operator', 'agent'],
    query: z.strictObject({ ...bodies.pageQuery, ...bodies.historyFilters, project_id: projectId.optional() }),
    response: VIEWS.executions,
  },
  getExecution: { method: 'GET', path: '/my/tools/:id', summary: 'One execution; waits for its end if asked', roles: ['operator', 'agent'], params: z.strictObject({ id: executionId }), query: bodies.waitQuery, response: VIEWS.execution },
  getRecord: { method: 'GET', path: `${project}/tools/:id/record`, summary: 'Everything about one execution: what was shown, who answered, why it ran or did not, its rows of the log', roles: ['operator'], params: ofTool, response: views.recordView },
  exportHistory: { method: 'GET', path: `${project}/history/export`, summary: 'Executions as a file, JSON or CSV', roles: ['operator'], params: inProject, query: bodies.exportQuery, sends: 'bytes' },
  verifyLog: { method: 'POST', path: `${project}/audit/verify`, summary: 'Is the log of the project whole and as it was signed', roles: ['operator'], params: inProject, response: views.verificationView, limited: true },
  getOutput: { method: 'GET', path: `${project}/tools/:id/output`, summary: 'Output of a command from a byte offset', roles: ['operator', 'agent'], params: ofTool, query: z.strictObject({ after: z.coerce.number().int().min(0).default(0) }), response: views.outputView },
  cancelExecution: { method: 'POST', path: `${project}/tools/:id/cancel`, summary: 'Stop an execution', roles: ['operator'], params: ofTool, response: views.calledView },
  undoExecution: { method: 'POST', path: `${project}/tools/:id/undo`, summary: 'Put back what an execution changed, if it is unchanged since', roles: ['operator'], params: ofTool, query: bodies.undoQuery, response: views.calledView, limited: true },

  hello: { method: 'POST', path: `${project}/runner/hello`, summary: 'A runner says what it is and knows', roles: ['runner'], params: inProject, body: helloSchema, response: runnerViews.helloView, maxValues: LIMITS.maxResultValues },
  heartbeat: { method: 'POST', path: `${project}/runner/heartbeat`, summary: 'Keep the lease', roles: ['runner'], params: inProject, body: bodies.heartbeatBody, response: runnerViews.heartbeatView },
  getRunnerRules: { method: 'GET', path: `${project}/runner/rules`, summary: 'The rules in force, as a runner matches them', roles: ['runner'], params: inProject, response: runnerViews.runnerRulesView },
  filesChanged: { method: 'POST', path: `${project}/runner/files-changed`, summary: 'Paths that changed on disk', roles: ['runner'], params: inProject, body: bodies.filesChangedBody, response: VIEWS.ok, maxBytes: LIMITS.maxNoticeBytes, rate: 'notice' },
  getCall: { method: 'GET', path: `${project}/tools/:id/call`, summary: 'Full parameters and clearance, for the runner', roles: ['runner'], params: ofTool, response: runnerViews.runnerCallView },
  postPreview: { method: 'POST', path: `${project}/tools/:id/preview`, summary: 'What the call would change', roles: ['runner'], params: ofTool, body: bodies.previewBody, response: VIEWS.ok, maxBytes: LIMITS.maxResultBytes, maxValues: LIMITS.maxResultValues },
  postOutput: { method: 'POST', path: `${project}/tools/:id/output`, summary: 'Live output', roles: ['runner'], params: ofTool, body: bodies.outputBody, response: VIEWS.ok },
  postResult: { method: 'POST', path: `${project}/tools/:id/result`, summary: 'How it ended', roles: ['runner'], params: ofTool, body: bodies.resultBody, plain: true, response: views.resultView, maxBytes: LIMITS.maxResultBytes, maxValues: LIMITS.maxResultValues },

  listApprovals: { method: 'GET', path: `${project}/approvals`, summary: 'Approvals', roles: ['operator'], params: inProject, query: z.strictObject({ ...bodies.pageQuery, status: approvalStatusSchema.optional(), form: bodies.approvalForm }), response: VIEWS.approvals },
  listMyApprovals: { method: 'GET', path: '/my/approvals', summary: 'Approvals of all your projects', roles: ['operator'], query: z.strictObject({ ...bodies.pageQuery, status: approvalStatusSchema.optional(), form: bodies.approvalForm }), response: VIEWS.approvals },
  getApproval: { method: 'GET', path: `${project}/approvals/:a`, summary: 'One approval', roles: ['operator'], params: ofApproval, query: z.strictObject({ form: bodies.approvalForm }), response: VIEWS.approval },
  approve: { method: 'POST', path: `${project}/approvals/:a/approve`, summary: 'Say yes', roles: ['operator'], params: ofApproval, body: bodies.approveBody, plain: true, response: views.decisionView },
  reject: { method: 'POST', path: `${project}/approvals/:a/reject`, summary: 'Say no', roles: ['operator'], params: ofApproval, body: bodies.rejectBody, plain: true, response: views.decisionView },
  decideBatch: { method: 'POST', path: `${project}/approvals/batch`, summary: 'Several answers at once', roles: ['operator'], params: inProject, body: bodies.batchBody, response: views.batchView },
  confirmApproval: { method: 'POST', path: '/my/approvals/:a/confirm', summary: 'Yes or no by approval id alone', roles: ['operator'], params: z.strictObject({ a: approvalId }), body: bodies.confirmBody, plain: true, response: views.decisionView },
  answerQuestion: { method: 'POST', path: `${project}/questions/:q/answer`, summary: 'Answer what the agent asks; `q` is the approval id', roles: ['operator'], params: ofQuestion, body: questionAnswerSchema, response: views.decisionView },

  listGrants: { method: 'GET', path: `${project}/grants`, summary: 'Grants and what they matched', roles: ['operator'], params: inProject, query: page, response: VIEWS.grants },
  revokeGrant: { method: 'DELETE', path: `${project}/grants/:g`, summary: 'Revoke a grant', roles: ['operator'], params: z.strictObject({ p: projectId, g: grantId }), response: VIEWS.ok },
  exportGrants: { method: 'GET', path: `${project}/grants/rules`, summary: 'The grants of the project as rules of a policy file (TOML)', roles: ['operator'], params: inProject, response: VIEWS.grantRules },
  listProcesses: { method: 'GET', path: `${project}/processes`, summary: 'Processes that outlive their call: what runs, and how the last ones ended', roles: ['operator'], params: inProject, response: VIEWS.processes },
  overview: {
    method: 'GET',
    path: `${project}/overview`,
    summary: 'Calls by tool, risk and day, and how long answers took; the last 30 days unless told otherwise',
    roles: ['operator'],
    params: inProject,
    query: z.strictObject({ since: timeSchema.optional(), until: timeSchema.optional() }),
    response: views.overviewView,
  },
  getPolicy: { method: 'GET', path: `${project}/policy`, summary: 'The rules in force, one sentence each', roles: ['operator', 'agent'], params: inProject, response: views.policyView },
  checkPolicy: { method: 'POST', path: `${project}/policy/check`, summary: 'The verdict for a call that is not made', roles: ['operator', 'agent'], params: inProject, body: bodies.policyCheckBody, response: views.verdictView },

  putBody: { method: 'PUT', path: `${project}/bodies`, summary: 'Store a large value', roles: ['operator', 'agent', 'runner'], params: inProject, takes: 'octets', response: VIEWS.body, maxBytes: LIMITS.maxBodyBytes },
  getBody: { method: 'GET', path: `${project}/bodies/:sha256`, summary: 'Fetch a large value', roles: ['operator', 'agent', 'runner'], params: z.strictObject({ p: projectId, sha256: digestSchema }), sends: 'bytes' },

  audit: { method: 'GET', path: '/my/audit', summary: 'The log of every project', roles: ['admin'], query: z.strictObject({ ...bodies.pageQuery, project_id: projectId.optional() }), response: VIEWS.audit },
})

export type RouteName = keyof typeof ROUTES
