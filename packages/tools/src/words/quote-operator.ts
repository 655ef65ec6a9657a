// The operator's own words in a report: marked as such, so that nothing in them passes for ours.

export const quoteOperator = (words: string): string => `The operator wrote:\n${words.replaceAll(/^/gm, '> ')}`
