// Somebody's own words in a report: quoted, so that nothing in them looks like ours.

export const quote = (whose: string, words: string): string => `${whose}:\n${words.replaceAll(/^/gm, '> ')}`

export const quoteOperator = (words: string): string => quote('The operator wrote', words)
