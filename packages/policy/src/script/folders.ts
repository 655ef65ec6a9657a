// Folders and paths of a script as text: relative to the workspace's root where they are inside, absolute or with `~` where they are not, `?`
// where only the run will tell.

/** `x/../y` is resolved as text. A path that leaves the root is `..` or begins with `../`. */
export function normalise(path: string): string {
  const names: string[] = []
  const isAbsolute = path.startsWith('/')
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop()
    else if (name !== '..' || !isAbsolute) names.push(name)
  }
  const joined = names.join('/')
  return isAbsolute ? `/${joined}` : joined || '.'
}

export function joinFolder(folder: string, path: string, roots: readonly string[]): string {
  if (path.startsWith('/')) return insideRoot(path, roots) ?? normalise(path)
  if (path.startsWith('~')) return path
  if (folder === '?') return '?'
  return folder === '.' ? normalise(path) : normalise(`${folder}/${path}`)
}

/** The path inside the workspace that an absolute path below one of its roots means; undefined for any other. */
export function insideRoot(path: string, roots: readonly string[]): string | undefined {
  if (!path.startsWith('/')) return undefined
  const plain = normalise(path)
  const root = roots.find((one) => plain === normalise(one) || plain.startsWith(`${normalise(one)}/`))
  return root === undefined ? undefined : plain.slice(normalise(root).length + 1) || '.'
}
