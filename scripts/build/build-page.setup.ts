// Before the tests of the page: builds it from the current sources, with source maps if its coverage is collected.
import { buildPage } from './build-page.ts'

export const setup = async (): Promise<void> => void (await buildPage({ sourceMaps: process.env.TEST_PAGE_COVERAGE !== undefined }))
