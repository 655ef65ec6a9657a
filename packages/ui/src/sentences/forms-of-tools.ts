// Which sentences a tool has, the narrower first. Their words are `titles.<name>`.
import type { en } from '../translations/en/index.ts'

export type TitleName = Exclude<keyof (typeof en)['titles'], 'parts'>

export const FORMS_OF_TOOLS: Readonly<Record<string, readonly TitleName[]>> = {
  read_file: ['read'],
  write_file: ['write', 'append'],
  list_directory: ['listAll', 'list'],
  list_files: ['listTree', 'list'],
  search_in_project: ['search'],
  create_directory: ['createFolder'],
  move_file: ['move'],
  delete_file: ['deleteAll', 'delete'],
  apply_patch: ['applyPatch'],
  apply_patch_review: ['reviewPatch'],
  prompt_user: ['ask'],
  execute_command: ['run'],
  run_command: ['runLine'],
  run_persistent: ['keepRunning'],
  read_process: ['readProcess'],
  kill_process: ['killProcess'],
  'git.status': ['gitStatus'],
  'git.diff': ['gitDiffStaged', 'gitDiff'],
  'git.log': ['gitLog'],
  'git.branch': ['branchList', 'branchCreate', 'branchSwitch', 'branchDelete'],
  'git.commit': ['commitStaged', 'commit'],
  undo: ['undo'],
}
