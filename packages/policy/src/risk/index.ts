export * from './judgement.ts'
export { printable } from './printable.ts'
