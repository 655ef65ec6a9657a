// Risk is an order: a call's risk is the highest of its findings.
import * as z from 'zod'

export const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const
export const riskSchema = z.enum(RISKS)
export type Risk = z.infer<typeof riskSchema>

export const isolationSchema = z.enum(['sandbox', 'none'])
export type Isolation = z.infer<typeof isolationSchema>

export const isRiskAbove = (risk: Risk, than: Risk): boolean => RISKS.indexOf(risk) > RISKS.indexOf(than)
