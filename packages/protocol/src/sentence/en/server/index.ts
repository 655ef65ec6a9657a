// The sentences of the server: refusals of requests and calls, problems of values, the ends of turns.
import { CALLS } from './calls.ts'
import { ISSUES } from './issues.ts'
import { REQUESTS } from './requests.ts'
import { TURNS } from './turns.ts'

export const SERVER = { ...REQUESTS, ...CALLS, ...ISSUES, ...TURNS } as const
