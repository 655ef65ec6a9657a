// An absolute path that begins with the workspace's own root, as the path inside it: agents often write paths that way.

/**
 * `/home/ada/app/src/a.ts` is `src/a.ts` for the root `/home/ada/app`; any other path stays as it is, to be checked like every path. Names
 * are compared exactly: a folder whose name only begins like the root, or differs in case, is another folder.
 */
export function pathInside(path: string, roots: readonly string[]): string {
  for (const given of roots) {
    const root = given.replace(/\/+$/, '')
    // The root of the system is no workspace.
    if (!root.startsWith('/')) continue
    if (path === root) return '.'
    if (path.startsWith(`${root}/`)) return path.slice(root.length).replace(/^\/+/, '') || '.'
  }
  return path
}

/** A word of a command, with a path into the workspace as the path inside it: never as an option, `/ws/-rf` is the file `./-rf`. */
export function wordInside(word: string, roots: readonly string[]): string {
  const [, option = '', path = ''] = /^(--[a-z][\w-]*=)?(\/[\s\S]*)$/i.exec(word) ?? []
  const inside = path === '' ? path : pathInside(path, roots)
  if (inside === path) return word
  return `${option}${inside.startsWith('-') ? `./${inside}` : inside}`
}
