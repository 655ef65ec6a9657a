export { createFileOutputs, type FileOutputs } from './file-outputs.ts'
