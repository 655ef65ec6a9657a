// Files of ignore rules that git, ripgrep and we surely read alike: plain names and stars. Others have corners where programs
// differ; then ripgrep is not asked, rather than trusted to pass over the right files.

const MAX_BYTES = 64 * 1024
// A name with at most simple stars, or two stars for any folders; anchored or not, for folders only or not, taken back or not.
const PLAIN_RULE = /^!?\/?(?:\*\*\/)?[\w.+@~-]*\*?[\w.+@~-]*(?:\/[\w.+@~-]*\*?[\w.+@~-]*)*\/?$/

export const readsAlike = (text: string): boolean =>
  text.length < MAX_BYTES && text.split('\n').every((line) => line === '' || line.startsWith('#') || isPlain(line))

const isPlain = (line: string): boolean => PLAIN_RULE.test(line) && !/\/\/|^!?\/?$|\*\*\/$/.test(line)
