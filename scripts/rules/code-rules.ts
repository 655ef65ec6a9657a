// Code conventions that a machine can check: the size of files and folders, who may read the clock and the environment, and failures in bare English. Exceptions are
// listed with their reasons in allowances.ts, and an exception that is no longer needed is a problem too.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../run-command.ts'
import { ALLOWANCES, type Allowances } from './allowances.ts'

export interface SourceFile {
  readonly path: string
  readonly text: string
}

export interface Finding {
  readonly rule: keyof Allowances
  /** A file or a folder. */
  readonly where: string
  readonly problem: string
}

const MAX_LINES = 300
const MAX_FILES = 12
const TEST_FILE = /[.](test|behaviour)[.]tsx?$|\/test\/|^packages\/test-kit\//
const PRODUCTION = /^(packages|apps)\/[^/]+\/src\//
const CLOCK = /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/
/** Whose failures people read on the page in every language. */
const SPEAKS_FORMS = /^packages\/(agent|client|core|protocol|server)\/src\//
const BARE_SUBJECT = /\bsubject(?::|\s*=)\s*['"`]/
const ENVIRONMENT = /\bprocess\.env\b/

export function findProblems(files: readonly SourceFile[], allowances: Allowances): string[] {
  const findings = [...files.flatMap(checkFile), ...checkFolders(files)]
  const isAllowed = ({ rule, where }: Finding) => Object.keys(allowances[rule]).some((allowed) => covers(allowed, where))
  const needed = (rule: keyof Allowances, allowed: string) =>
    findings.some((finding) => finding.rule === rule && covers(allowed, finding.where))
  const idle = (Object.keys(allowances) as (keyof Allowances)[]).flatMap((rule) =>
    Object.keys(allowances[rule])
      .filter((allowed) => !needed(rule, allowed))
      .map((allowed) => `${allowed} needs no allowance for ${rule} any more: remove it from scripts/rules/allowances.ts`),
  )
  return [...findings.filter((finding) => !isAllowed(finding)).map(({ where, problem }) => `${where} ${problem}`), ...idle]
}

/** An allowance that ends with a slash is for everything in the folder. */
const covers = (allowed: string, where: string): boolean => (allowed.endsWith('/') ? where.startsWith(allowed) : where === allowed)

function checkFile({ path, text }: SourceFile): Finding[] {
  const lines = text.split('\n').length - 1
  const size =
    lines > MAX_LINES ? [{ rule: 'size', where: path, problem: `has ${lines} lines, at most ${MAX_LINES} are allowed` } as const] : []
  if (!PRODUCTION.test(path) || TEST_FILE.test(path)) return size
  const code = withoutComments(text)
  return [
    ...size,
    ...(CLOCK.test(code) ? [{ rule: 'clock', where: path, problem: 'reads the clock itself: take a clock as a port' } as const] : []),
    ...(ENVIRONMENT.test(code)
      ? [{ rule: 'environment', where: path, problem: 'reads the environment itself: take what it needs as a parameter' } as const]
      : []),
    ...(SPEAKS_FORMS.test(path) && BARE_SUBJECT.test(code)
      ? [
          {
            rule: 'sentence',
            where: path,
            problem: 'says in bare English what a failure is about: give a sentence of protocol/src/sentence',
          } as const,
        ]
      : []),
  ]
}

/** Words in comments do not count. A string with two slashes is cut too, which only affects the rest of its line. */
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

function checkFolders(files: readonly SourceFile[]): Finding[] {
  const folders = Map.groupBy(
    files.filter(({ path }) => !TEST_FILE.test(path)),
    ({ path }) => dirname(path),
  )
  return [...folders]
    .filter(([, own]) => own.length > MAX_FILES)
    .map(([folder, own]) => ({ rule: 'folder', where: folder, problem: `has ${own.length} files, at most ${MAX_FILES} are allowed` }))
}

function readSources(): SourceFile[] {
  const isLeftOut = (name: string) => ['node_modules', 'dist'].includes(name.split('/').at(-1) ?? '')
  const paths = globSync('{packages,apps,e2e,bench,fuzz,examples,scripts}/**/*.{ts,tsx,mjs,cjs,css}', { cwd: ROOT, exclude: isLeftOut })
  return paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

if (import.meta.main) {
  const files = readSources()
  const problems = findProblems(files, ALLOWANCES)
  for (const problem of problems) console.error(problem)
  if (files.length === 0) console.error('No files were read: the rules checked nothing.')
  process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0
}
