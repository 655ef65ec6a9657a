// Text that is shown as it is in every language: a name, a path, what a person wrote or another program printed.
declare const isVerbatim: unique symbol

export type Verbatim = string & { readonly [isVerbatim]: true }

/** Takes no words written in code: those are a sentence, which other languages have too. */
export const verbatim = <Text extends string>(text: string extends Text ? Text : never): Verbatim => text as string as Verbatim
