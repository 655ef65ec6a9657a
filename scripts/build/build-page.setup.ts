// Before the tests of the page: it is built from the current sources, with source maps where its coverage is collected.
import { buildPage } from './build-page.ts'

export const setup = async (): Promise<void> => void (await buildPage({ sourceMaps: process.env.TEST_PAGE_COVERAGE !== undefined }))
