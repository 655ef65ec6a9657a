// Folders that package managers fill.

/** Folders that package managers fill and empty: what lies there is compared instead of held, so that they can. */
const PACKAGE_FOLDERS = new Set(['node_modules', 'bower_components', 'vendor', 'site-packages', '.venv', 'venv'])

export const isInPackages = (name: string): boolean => name.split('/').some((part) => PACKAGE_FOLDERS.has(part))
