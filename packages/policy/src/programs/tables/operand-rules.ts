// What the arguments of some utilities mean beyond their option lists. The guard must obey all of it before a row is LOW.

export interface OperandRule {
  /** The first operand is a pattern or filter, not a path, unless one of these options gives it. */
  readonly textFirst?: string
  /** More operands than this make it HIGH: the next one would be written. */
  readonly most?: number
  /** Options that take two words of text, a name and a value. */
  readonly pairs?: string
  /** An argument, whatever its place, that makes it HIGH. */
  readonly never?: RegExp
}

// Stryker disable all: data; the rows of the same programs have lines that must not pass.
export const OPERAND_RULES: Readonly<Record<string, OperandRule>> = {
  rg: { textFirst: '-e --regexp -f --file --files --type-list --pcre2-version --generate -V --version -h --help' },
  ag: { textFirst: '-V --version --list-file-types --help' },
  fd: { textFirst: '', never: /^(?:-[xXl]|--exec.*|--list-details|--gen-completions.*)$/ },
  fdfind: { textFirst: '', never: /^(?:-[xXl]|--exec.*|--list-details|--gen-completions.*)$/ },
  // A filter that begins with these words reads a file by a name of its own.
  jq: { textFirst: '-f --from-file', pairs: '--arg --argjson', never: /(?:^|[\s;}])(?:import|include|module)(?=[\s"#{])|\bmodulemeta\b/ },
  yq: { textFirst: '-f --from-file', pairs: '--arg --argjson' },
  uniq: { most: 1 },
  xxd: { most: 1 },
  // In a cluster such as `-Po` tree takes the values of both letters from the words that follow. `-R` writes 00Tree.html.
  tree: { never: /^-[^-]*[oR*?[…]/ },
  // `@file` stands for options in that file, which may load a library.
  nm: { never: /^@/ },
  objdump: { never: /^@/ },
  readelf: { never: /^@/ },
  size: { never: /^@/ },
  strings: { never: /^@/ },
  'c++filt': { never: /^@/ },
}

/**
 * Programs none of whose options runs, writes or reads elsewhere: a word that is not literal (a glob, `$x`, what xargs reads) may begin with a
 * dash and they still only print.
 */
export const HARMLESS_WHATEVER_OPTION: ReadonlySet<string> = new Set(
  (
    'cut tr cmp comm paste join nl tac rev fold fmt expand unexpand od base64 base32 basename dirname realpath readlink seq sleep ' +
    'nproc uname arch id groups logname tty printenv numfmt factor tsort stat expr'
  ).split(' '),
)
