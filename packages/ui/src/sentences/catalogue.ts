// The sentence forms of each language that the page has loaded. English comes with the page, the others with their translations.
import { type Catalogue, ENGLISH } from '@countersign/protocol'

const catalogues = new Map<string, Catalogue>([[ENGLISH.language, ENGLISH]])

export const addCatalogue = (catalogue: Catalogue): void => void catalogues.set(catalogue.language, catalogue)

export const catalogueFor = (language: string): Catalogue => catalogues.get(language) ?? ENGLISH
