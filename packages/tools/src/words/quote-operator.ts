// Somebody's own words in a report: marked as such, so that nothing in them passes for ours.

export const quote = (whose: string, words: string): string => `${whose}:\n${words.replaceAll(/^/gm, '> ')}`

export const quoteOperator = (words: string): string => quote('The operator wrote', words)
