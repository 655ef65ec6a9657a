import { app } from './app.ts'
import { approvals } from './approvals.ts'
import { chat } from './chat.ts'
import { files } from './files.ts'
import { grants } from './grants.ts'
import { processes } from './processes.ts'
import { review } from './review.ts'
import { shared } from './shared.ts'

<<<<<<< HEAD
export const en = { app, approvals, chat, files, grants, processes, shared }
=======
export const en = { app, approvals, chat, grants, processes, review, shared }
>>>>>>> dde56df (feat(ui): approvals with preview, scopes, edit and batch; questions; patch review hunk by hunk; bell and notifications)
