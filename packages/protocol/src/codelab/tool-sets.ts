// The tools of a CodeLab IDE by protocol version. Questions to the person
// (`prompt_user`, `apply_patch_review`) are asked by the server, whatever the version.

const VERSION_1_0 = ['read_file', 'write_file', 'git.diff', 'apply_patch']
const VERSION_1_1 = [...VERSION_1_0, 'list_files', 'search_in_project', 'run_command']
const VERSION_1_2 = [...VERSION_1_1, 'git.status', 'git.commit', 'delete_file']
const VERSION_2_0 = [
  ...VERSION_1_2,
  'edit_file',
  'create_directory',
  'move_file',
  'git.log',
  'git.branch',
  'run_persistent',
  'write_process',
  'kill_process',
  // The names of the plain workflow for what it has as well.
  'list_directory',
  'execute_command',
]

/** For an IDE that does not list its tools; an unknown newer version has the tools of the last known one. */
export function toolsOfVersion(version: string | number | undefined): readonly string[] {
  const [major, minor = 0] = String(version ?? '2.0')
    .split('.')
    .map(Number)
  if (major !== 1) return VERSION_2_0
  return [VERSION_1_0, VERSION_1_1, VERSION_1_2][minor] ?? VERSION_1_2
}
