// Hosts for tests: what a runner would hand in of its process comes from the process of the test.
import { createWorkspaceHost, type WorkspaceHost, type WorkspaceHostOptions } from '../../src/hosts/files/workspace-host.ts'
import { createGitHost, type GitHost, type GitHostOptions } from '../../src/hosts/git/git-host.ts'
import { createProcessHost, type ProcessHostOptions } from '../../src/hosts/processes/process-host.ts'
import { findTestToolchains, TEST_THREADS } from '../process-parts.ts'

type WithoutParts<Options> = Omit<Options, 'threads' | 'toolchains' | 'environment'> &
  Partial<Pick<Options, Extract<keyof Options, 'threads' | 'toolchains' | 'environment'>>>

export const createTestWorkspaceHost = (options: WithoutParts<WorkspaceHostOptions>): WorkspaceHost =>
  createWorkspaceHost({ threads: TEST_THREADS, ...options })

export const createTestGitHost = (options: WithoutParts<GitHostOptions>): GitHost =>
  createGitHost({ toolchains: findTestToolchains(options.root), ...options })

export const createTestProcessHost = (options: WithoutParts<ProcessHostOptions>): ReturnType<typeof createProcessHost> =>
  createProcessHost({ environment: process.env, toolchains: findTestToolchains(options.root), ...options })
