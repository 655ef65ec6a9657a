// A plain bubblewrap command line: a root with only the system's programs and the workspace, no network, no privileges. Empty if bubblewrap
// is not installed.
import { existsSync } from 'node:fs'

const BUBBLEWRAP = '/usr/bin/bwrap'
const RIGHTS = '--unshare-all --unshare-user --disable-userns --cap-drop ALL --new-session --die-with-parent --clearenv'
const SYSTEM = '--ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64'
const PLACES = '--dev /dev --proc /proc --tmpfs /tmp'

const isThere = existsSync(BUBBLEWRAP)

export const sandboxLine = (workspace: string): string[] =>
  isThere
    ? [BUBBLEWRAP, ...[RIGHTS, SYSTEM, PLACES].join(' ').split(' '), '--ro-bind', workspace, workspace, '--chdir', workspace, '--']
    : []
