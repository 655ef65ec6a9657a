import { app } from './app.ts'
import { approvals } from './approvals.ts'
import { chat } from './chat.ts'

export const ru = { app, approvals, chat }
