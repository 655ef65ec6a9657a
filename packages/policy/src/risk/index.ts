export * from './judgement.ts'
