// Before the tests of the page: it is built from the sources of now.
import { buildPage } from './build-page.ts'

export const setup = async (): Promise<void> => void (await buildPage())
