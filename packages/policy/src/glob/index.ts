export { createMatcher, expandBraces, type Matcher, matchName } from './glob.ts'
