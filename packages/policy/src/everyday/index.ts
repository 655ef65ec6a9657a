export { concernsOfArguments, concernsOfScript } from './concerns.ts'
export { judgeArguments, judgeScript } from './judge-script.ts'
export { RUNS_OTHERS } from './never.ts'
