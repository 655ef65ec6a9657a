// Names compare as the most forgiving file system would: without case, after compatibility folding, and without
// the blanks, dots and streams that Windows drops from the end of a name.

/** Upper then lower case also folds what one step misses: the sharp s of `.ßh` becomes `ss`. */
export const foldName = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

const isAscii = (text: string): boolean => !/[^ -~]/.test(text)

// `.env::$DATA` is `.env` on NTFS, `.git. ` is `.git`.
const trimName = (name: string): string => (/[:\s]|\.$/.test(name) ? name.replace(/:.*$/s, '').replace(/^\s+|[\s.]+$/g, '') : name)

export const foldSegments = (path: string): string[] =>
  foldName(path)
    .split(/[/\\]/)
    .map(trimName)
    .filter((segment) => segment !== '')

export const foldLastName = (path: string): string => foldSegments(path).at(-1) ?? ''
