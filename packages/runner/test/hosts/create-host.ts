// Hosts for tests: what a runner would hand in of its process comes from the process of the test.
import { UNKEPT } from '../../src/changes/staging/stage-file.ts'
import { NO_LOCATION_RULES } from '../../src/disk/names.ts'
import { createEditorHost, type EditorHostOptions } from '../../src/hosts/editor/editor-host.ts'
import { createWorkspaceHost, type WorkspaceHost, type WorkspaceHostOptions } from '../../src/hosts/files/workspace-host.ts'
import { createGitHost, type GitHost, type GitHostOptions } from '../../src/hosts/git/git-host.ts'
import { createProcessHost, type ProcessHostOptions } from '../../src/hosts/processes/process-host.ts'
import { findTestToolchains, TEST_THREADS } from '../process-parts.ts'
import { createTestEditor } from './test-editor.ts'

type WithoutParts<Options> = Omit<Options, 'threads' | 'toolchains' | 'environment'> &
  Partial<Pick<Options, Extract<keyof Options, 'threads' | 'toolchains' | 'environment'>>>

/** Only what a host takes is read: a whole workspace of a test may be given, whose undo store opens when somebody asks for it. */
export function createTestWorkspaceHost(options: WithoutParts<WorkspaceHostOptions>): WorkspaceHost {
  const {
    root,
    threads = TEST_THREADS,
    expected = {},
    temporaries = UNKEPT,
    recorder,
    signal,
    sandbox,
    places = NO_LOCATION_RULES,
    buffers,
    shown,
  } = options
  return createWorkspaceHost({ root, threads, expected, temporaries, recorder, signal, sandbox, places, buffers, shown })
}

export const createTestGitHost = (options: WithoutParts<GitHostOptions>): GitHost =>
  createGitHost({ toolchains: findTestToolchains(options.root), ...options })

export const createTestProcessHost = (options: WithoutParts<ProcessHostOptions>): ReturnType<typeof createProcessHost> =>
  createProcessHost({ environment: process.env, toolchains: findTestToolchains(options.root), ...options })

export const createTestEditorHost = ({
  root,
  editor = createTestEditor(root),
  places = NO_LOCATION_RULES,
  signal,
}: Partial<EditorHostOptions> & Pick<EditorHostOptions, 'root' | 'signal'>): ReturnType<typeof createEditorHost> =>
  createEditorHost({ root, editor, places, signal, read: (path) => createTestWorkspaceHost({ root, places }).read(path) })
