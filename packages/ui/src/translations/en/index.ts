import { app } from './app.ts'
import { approvals } from './approvals.ts'
import { chat } from './chat.ts'
import { devices } from './devices.ts'
import { files } from './files.ts'
import { grants } from './grants.ts'
import { history } from './history.ts'
import { overview } from './overview.ts'
import { processes } from './processes.ts'
import { review } from './review.ts'
import { shared } from './shared.ts'

export const en = { app, approvals, chat, devices, files, grants, history, overview, processes, review, shared }
