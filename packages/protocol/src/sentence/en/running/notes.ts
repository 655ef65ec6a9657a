// Notes of the runner among the output of a command, for the agent and the person. Each is one line of its standard error.
const LATER = 'would be run or obeyed later outside the sandbox'
const CROWDED = 'too many sensitive files or repositories to hide one by one'

export const OUTPUT_NOTES = {
  'note.too-many-processes': 'The command was ended: it had started too many processes.',
  'note.folder-full-ended':
    'The command was ended: its {folder} held more than {size} MB, {entries} names, or a folder that cannot be read. It is emptied; keep large files in the workspace.',
  'note.folder-full':
    'The {folder} held more than {size} MB, {entries} names, or a folder that cannot be read. It is emptied; keep large files in the workspace.',
  'note.git-sees-empty-folder': '{folder} holds a repository: a line that only reads and uses git sees an empty one instead.',
  'note.git-does-not-see': 'git does not see {name}: {why}',
  'note.only-some-names': `Commands see only {count} names of the topmost folder and make no new ones there: ${CROWDED}.`,
  'note.content-hidden': `Commands see no content of {names}: ${CROWDED}.`,
  'note.content-hidden-and-more': `Commands see no content of {names} and {count} more: ${CROWDED}.`,
  'note.entry-taken-out': `{name} stood in {index} as another repository, which ${LATER}; the entry was taken out.`,
  'note.renamed': `{name} ${LATER}; it could not be moved to quarantine and is now called {beside}, which nothing obeys.`,
  'note.kept-apart': `{name} ${LATER}; it is kept apart for the operator to look at.`,
  'note.packages-kept-apart': `{count} files and folders in packages (the first is {name}) ${LATER}; they are kept apart for the operator to look at.`,
  'note.not-put-away': `ATTENTION: {name} may hold what ${LATER}, and could not be put away ({why}). Remove it before you use git, an editor or a shell here. It is tried again before the next command and at the next start of the runner.`,
  'note.more-like-these': 'And {count} more like these.',
} as const
