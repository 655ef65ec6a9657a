// A folder in a sentence: nobody calls the workspace ".".

export const tellFolder = (path: string | undefined): string => (path === undefined || path === '' || path === '.' ? 'the workspace' : path)
