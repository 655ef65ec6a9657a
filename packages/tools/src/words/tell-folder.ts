// A folder in a sentence: nobody calls the workspace "." or "./".

const ROOT = /^(?:[.](?:[/]+[.]?)*)?$/

export const tellFolder = (path: string | undefined): string => (path === undefined || ROOT.test(path) ? 'the workspace' : path)
