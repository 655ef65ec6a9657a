// Every handler, by the name of its route. A route of the protocol without one does not compile.
import type { AppContext } from '../context.ts'
import type { Handlers } from '../http/bind-routes.ts'
import { createApprovalHandlers } from './approvals.ts'
import { createAuditHandlers } from './audit.ts'
import { createAuthHandlers } from './auth.ts'
import { createBodyHandlers } from './bodies.ts'
import { createChatHandlers } from './chat.ts'
import { createGrantHandlers } from './grants.ts'
import { createHistoryHandlers } from './history.ts'
import { createMcpHandlers } from './mcp.ts'
import { createOverviewHandlers } from './overview.ts'
import { createPolicyHandlers } from './policy.ts'
import { createProcessHandlers } from './processes.ts'
import { createProjectHandlers } from './projects.ts'
import { createRunnerHandlers } from './runner.ts'
import { createSessionHandlers } from './sessions.ts'
import { createStreamHandlers } from './stream.ts'
import { createSystemHandlers } from './system.ts'
import { createToolHandlers } from './tools.ts'

export const createHandlers = (context: AppContext): Handlers => ({
  ...createSystemHandlers(context),
  ...createAuthHandlers(context),
  ...createProjectHandlers(context),
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
