export * from './judgement.ts'
export { printable } from './judgement.ts'
