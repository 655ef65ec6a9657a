import { app } from './app.ts'
import { approvals } from './approvals.ts'
import { chat } from './chat.ts'

export const en = { app, approvals, chat }
