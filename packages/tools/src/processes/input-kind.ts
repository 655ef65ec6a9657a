// What text means to the program that reads it from its terminal: a shell runs it as a line, an interpreter as code, another program takes
// it as its input.
import type { InputKind } from '@countersign/protocol'

const SHELLS = /^(?:ba|da|z|k|mk|fi|c|tc|a|pw)?sh$/
const INTERPRETERS =
  /^(?:python|pypy|ipython|node|deno|bun|ruby|irb|perl|php|lua|R|ghci|julia|scala|jshell|psql|mysql|sqlite3|redis-cli|mongosh|gdb|lldb|pdb|erl|iex|clojure|tclsh|bc|ssh|docker|kubectl)[\d.]*$/
/** A prompt of an interpreter or debugger that another program opened, or of a shell. */
const CODE_PROMPT = /(?:^|\n)(?:>>>|\.\.\.|\((?:i?pdb|gdb|lldb|rdb)\+*\)|In \[\d+\]:|irb\S*>|[\w.@:~/ -]{0,60}[$#%>]) ?$/i

export function inputKindOf(words: readonly string[], prompt = ''): InputKind {
  const [program = '', ...args] = words
  const name = (program.split('/').at(-1) ?? '').replace(/^-/, '')
  if (SHELLS.test(name) && readsItself(args, ['-i', '-s'])) return 'shell'
  if (INTERPRETERS.test(name) && readsItself(args, ['-i', '--interactive', '-it', 'exec', 'attach'])) return 'interpreter'
  return CODE_PROMPT.test(prompt) ? 'interpreter' : 'program'
}

/** Without a script or an inline program it reads its code from the input; some options make it do so after one. */
function readsItself(args: readonly string[], interactive: readonly string[]): boolean {
  if (args.some((word) => interactive.includes(word))) return true
  return args.every((word) => word.startsWith('-') && !/^-[a-z]*[ce]$/i.test(word) && !/^--(?:eval|command|print)/.test(word))
}
