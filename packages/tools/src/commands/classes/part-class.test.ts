import type { CommandPart } from '@countersign/policy'
import { inEnglish } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { classesOfPart } from './part-class.ts'

const part = (line: string, more: Partial<CommandPart> = {}): CommandPart => ({
  words: line.split(' '),
  isWhole: true,
  folder: '.',
  risk: 'MEDIUM',
  network: false,
  needs: [],
  ...more,
})
const keys = (line: string, more: Partial<CommandPart> = {}) => classesOfPart(part(line, more)).map(({ key }) => key)
const script = (name: string, kind: 'package' | 'make' = 'package') => ({ script: { kind, name } }) as const

describe('the class of a command', () => {
  test('is its sub-command, whatever follows', () => {
    expect(keys('cargo build --release', { subCommand: 'cargo build' })).toEqual(['command:cargo build'])
    expect(keys('pytest tests/a.py -k one', { subCommand: 'pytest' })).toEqual(['command:pytest'])
  })

  test('has the folder and what the command needs in it', () => {
    expect(keys('go test ./...', { subCommand: 'go test', folder: 'api' })).toEqual(['command@api:go test'])
    expect(keys('git commit -m x', { subCommand: 'git commit', needs: ['repository'] })).toEqual([
      'command+repository:git commit',
      'command:git *',
    ])
    expect(keys('vite dev --open', { subCommand: 'vite dev', needs: ['process'] })).toEqual(['command+process:vite dev'])
  })

  test.each(['/tmp', '..', '../other', '?'])('is none in a folder that is not of the workspace, or not known: %s', (folder) => {
    expect(keys('go test ./...', { subCommand: 'go test', folder })).toEqual([])
  })

  test('has the variables that are set for it, in any order', () => {
    const set = { subCommand: 'cargo test', variables: ['RUST_LOG=debug', 'A=b c'] }
    const [one] = classesOfPart(part('cargo test -q', set))
    expect(one).toMatchObject({
      key: "command:cargo test (with 'A=b c' RUST_LOG=debug)",
      label: { slots: { text: "'A=b c' RUST_LOG=debug cargo test" } },
    })
    expect(keys('cargo test', { ...set, variables: [...set.variables].reverse() })).toEqual([one?.key])
    expect(keys('git add .', { subCommand: 'git add', variables: ['A=1'] })).toEqual(['command:git add (with A=1)'])
  })

  test('is its sub-command where only the message of a commit is unknown', () => {
    const commit = { subCommand: 'git commit', isWhole: false, needs: ['repository'] } as const
    expect(keys('git commit -m', { ...commit, hasOpenText: true })).toEqual(['command+repository:git commit', 'command:git *'])
    expect(keys('git commit -m', commit)).toEqual([])
    expect(keys('git commit -m', { ...commit, hasOpenText: true, risk: 'HIGH' })).toEqual([])
  })

  test('with the network is bound to every word that may name a host or a package', () => {
    const fetching = { network: true, needs: ['network'] } as const
    expect(keys('npm install left-pad --save-dev', { ...fetching, subCommand: 'npm install' })).toEqual([
      'command+network:npm install left-pad',
    ])
    expect(keys('npm install --registry=http://a.example', { ...fetching, subCommand: 'npm install' })).toEqual([])
  })

  test('is the exact words where no table knows the program, and where the operands say what is changed', () => {
    expect(keys('./run build')).toEqual(['command:exactly ./run build'])
    expect(keys('rm dist/a.js', { subCommand: 'rm', risk: 'HIGH' })).toEqual(['command:exactly rm dist/a.js'])
    expect(keys('docker exec web ls', { subCommand: 'docker exec', risk: 'HIGH', needs: ['service'] })).toEqual([
      'command+service:exactly docker exec web ls',
    ])
  })

  test.each([
    ['git -c core.pager=x commit -m y', 'git commit'],
    ['git reset --hard', 'git reset'],
    ['sqlite3 a.db .tables', 'sqlite3'],
  ])('of high risk is the exact words, because the next one could be anything: %s', (line, subCommand) => {
    expect(keys(line, { subCommand, risk: 'HIGH' })).toEqual([`command:exactly ${line}`])
  })

  test('is the script of the workspace, by either spelling, with its text bound', () => {
    const [one] = classesOfPart(part('npm test', { subCommand: 'npm test', ...script('test') }))
    expect(one).toMatchObject({ key: 'command:npm script test', lasting: true, script: { kind: 'package', name: 'test', folder: '.' } })
    expect(inEnglish(one?.label ?? { form: 'text', slots: { text: '' } })).toBe('npm test')
    expect(keys('npm run test -- --watch=false', { subCommand: 'npm run', ...script('test') })).toEqual(['command:npm script test'])
    expect(keys('npm t -- a', { subCommand: 'npm test', ...script('t') })).toEqual(['command:npm script test'])
    expect(keys('npm test a', { subCommand: 'npm test', ...script('a') })).toEqual(['command:npm script test'])
    expect(keys('pnpm build --watch', { subCommand: 'pnpm build', ...script('build') })).toEqual(['command:pnpm script build'])
    expect(classesOfPart(part('make', { subCommand: 'make' }))[0]?.script).toEqual({ kind: 'make', name: '', folder: '.' })
    expect(keys('make -j4 all', { subCommand: 'make', ...script('all', 'make') })).toEqual(['command:exactly make all'])
    expect(keys('make -j 4 all', { subCommand: 'make', ...script('all', 'make') })).toEqual(['command:exactly make all'])
    expect(keys('make all DEBUG=1', { subCommand: 'make', ...script('all', 'make') })).toEqual(['command:exactly make all DEBUG=1'])
  })

  test.each([
    ['npm test -w packages/a', script('test')],
    ['npm test --script-shell=./x', script('test')],
    ['npm --prefix other test', script('test')],
    ['make -C other all', script('all', 'make')],
    ['make -f Other all', script('all', 'make')],
  ])('is none where an option may choose another text: %s', (line, more) => {
    expect(keys(line, more)).toEqual([])
  })

  test.each<[string, Partial<CommandPart>?]>([
    ['bash x.sh'],
    ['env A=1 npm test', { subCommand: 'npm test' }],
    ['sudo ls'],
    ['ssh host ls'],
    ['python -c print(1)', { subCommand: 'python', risk: 'HIGH' }],
    ['node -e 1', { subCommand: 'node', risk: 'HIGH' }],
    ['node', { subCommand: 'node' }],
    ['npm test', { subCommand: 'npm test', isWhole: false }],
    ['npm test', { subCommand: 'npm test', needs: ['takes-over'] }],
    ['terraform plan', { needs: ['unlisted'], risk: 'HIGH' }],
    ['cat ../x', { needs: ['outside'], risk: 'HIGH' }],
    ['npm test', { subCommand: 'npm test', needs: ['not-understood'] }],
    [`./tool ${'long '.repeat(60)}`],
  ])('is none for %s', (line, more = {}) => {
    expect(keys(line, more)).toEqual([])
  })

  test('as wide as all of git has a warning and does not last', () => {
    const [, wide] = classesOfPart(part('git add .', { subCommand: 'git add', needs: ['repository'] }))
    expect(wide).toMatchObject({ key: 'command:git *', warning: { form: 'scope.git-warning' } })
    expect(wide?.lasting).toBeUndefined()
    expect(keys('git push', { subCommand: 'git push', network: true, needs: ['network', 'repository'] })).toHaveLength(1)
  })
})
