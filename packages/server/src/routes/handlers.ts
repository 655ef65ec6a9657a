// All handlers by the names of their routes. A route without a handler does not compile.
import type { AppContext } from '../context.ts'
import type { Handlers } from '../http/route-handler.ts'
import { createAuthHandlers } from './auth.ts'
import { createApprovalHandlers } from './calls/approvals.ts'
import { createBodyHandlers } from './calls/bodies.ts'
import { createGrantHandlers } from './calls/grants.ts'
import { createHistoryHandlers } from './calls/history.ts'
import { createProcessHandlers } from './calls/processes.ts'
import { createToolHandlers } from './calls/tools.ts'
import { createMcpHandlers } from './connections/mcp.ts'
import { createRunnerHandlers } from './connections/runner.ts'
import { createStreamHandlers } from './connections/stream.ts'
import { createDeviceHandlers } from './devices.ts'
import { createAuditHandlers } from './projects/audit.ts'
import { createChatHandlers } from './projects/chat.ts'
import { createCommandHandlers } from './projects/commands.ts'
import { createOverviewHandlers } from './projects/overview.ts'
import { createPolicyHandlers } from './projects/policy.ts'
import { createProjectHandlers } from './projects/projects.ts'
import { createSessionHandlers } from './projects/sessions.ts'
import { createSystemHandlers } from './system.ts'

export const createHandlers = (context: AppContext): Handlers => ({
  ...createSystemHandlers(context),
  ...createAuthHandlers(context),
  ...createDeviceHandlers(context),
  ...createProjectHandlers(context),
  ...createCommandHandlers(context),
  ...createSessionHandlers(context),
  ...createChatHandlers(context),
  ...createStreamHandlers(context),
  ...createMcpHandlers(context),
  ...createToolHandlers(context),
  ...createHistoryHandlers(context),
  ...createRunnerHandlers(context),
  ...createApprovalHandlers(context),
  ...createGrantHandlers(context),
  ...createPolicyHandlers(context),
  ...createOverviewHandlers(context),
  ...createProcessHandlers(context),
  ...createBodyHandlers(context),
  ...createAuditHandlers(context),
})
