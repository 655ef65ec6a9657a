export { judgeArguments, judgeScript, type ScriptContext } from './judge-script.ts'
