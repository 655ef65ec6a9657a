export { concernsOfArguments, concernsOfScript } from './concerns.ts'
export { judgeArguments, judgeScript, type ScriptContext } from './judge-script.ts'
