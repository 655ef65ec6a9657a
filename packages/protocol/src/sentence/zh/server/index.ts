// The sentences of the server, in Chinese.
import type { Catalogue } from '../../sentence.ts'
import { CALLS } from './calls.ts'
import { ISSUES } from './issues.ts'
import { REQUESTS } from './requests.ts'
import { TURNS } from './turns.ts'

export const SERVER: Catalogue['forms'] = { ...REQUESTS, ...CALLS, ...ISSUES, ...TURNS }
