// What a judge wants to know of a workspace, for one who runs no calls in it: the same facts that a runner reports of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Facts } from '@countersign/policy'
import { createResolver } from '../disk/names.ts'
import { namesOfRoot } from '../disk/workspace-root.ts'
import { findWorkspaceToolchains } from '../disk/workspace-toolchains.ts'
import { openGitSecrets } from '../hosts/git/secrets/open-git-secrets.ts'
import { type Environment, homeFolderOf, temporaryFolderOf } from '../ports/environment.ts'
import type { Logger } from '../ports/logger.ts'
import { findToolchains } from '../programs/toolchains.ts'
import { detectSandbox } from '../sandbox/detect-sandbox.ts'

export interface WorkspaceFactsOptions {
  /** As given, and its real path. */
  readonly workspace: string
  readonly root: string
  readonly environment: Environment
  readonly logger: Logger
}

export type WorkspaceFacts = Pick<Facts, 'resolve' | 'roots' | 'secretsInGit'> & { readonly toolchains: readonly string[] }

export async function readWorkspaceFacts({ workspace, root, environment, logger }: WorkspaceFactsOptions): Promise<WorkspaceFacts> {
  const home = homeFolderOf(environment)
  const temporaryDir = temporaryFolderOf(environment)
  using ending = new DisposableStack()
  const folder = mkdtempSync(join(temporaryDir, 'countersign-facts-'))
  ending.defer(() => rmSync(folder, { recursive: true, force: true }))
  const sandbox = await detectSandbox({ folder })
  const toolchains = findToolchains({ root, path: environment.PATH, home, node: process.execPath })
  await using secrets = openGitSecrets({ root, sandbox, toolchains, temporaryDir, logger }).gitSecrets
  const secretsInGit = await secrets.check()
  return {
    resolve: createResolver(root),
    roots: [root, ...namesOfRoot(root, [workspace, environment.PWD])],
    toolchains: findWorkspaceToolchains(root),
    ...(secretsInGit && { secretsInGit }),
  }
}
