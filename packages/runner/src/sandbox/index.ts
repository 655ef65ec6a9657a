export { detectSandbox } from './detect-sandbox.ts'
export type { BubblewrapSandbox, NoSandbox, Sandbox } from './sandbox.ts'
export { type SandboxRequest, sandboxArguments } from './sandbox-arguments.ts'
