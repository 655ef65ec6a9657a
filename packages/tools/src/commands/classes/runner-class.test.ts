import type { CommandPart } from '@countersign/policy'
import { expect, test } from 'vitest'
import { classesOfPart } from './part-class.ts'

const keys = (line: string, subCommand: string, more: Partial<CommandPart> = {}) => {
  const part = { words: line.split(' '), isWhole: true, folder: '.', risk: 'MEDIUM', network: false, needs: [], subCommand } as const
  return classesOfPart({ ...part, ...more }).map(({ key }) => key)
}

test.each([
  ['npx vitest run a', 'npx', 'npx vitest'],
  ['npx playwright test a.spec.ts', 'npx', 'npx playwright test'],
  ['npx tsx a.ts', 'npx', 'npx tsx a.ts'],
  ['npm exec -- vitest', 'npm exec', 'npm exec vitest'],
  ['uv run pytest -q tests/a.py', 'uv run', 'uv run pytest'],
  ['uv run python -m pytest', 'uv run', 'uv run python -m pytest'],
  ['poetry run python manage.py migrate', 'poetry run', 'poetry run python manage.py'],
  ['poetry run npm run build', 'poetry run', 'poetry run npm run build'],
  ['bundle exec rake db:seed --trace', 'bundle exec', 'bundle exec rake db:seed'],
])('a runner of programs is a class only with the program: %s', (line, subCommand, key) => {
  expect(keys(line, subCommand)).toEqual([`command:${key}`])
})

test.each([
  ['mvn -q test', 'mvn', 'mvn test'],
  ['./gradlew :app:test --info', './gradlew', './gradlew :app:test'],
  ['go run ./cmd/a', 'go run', 'go run ./cmd/a'],
  ['just build', 'just', 'just build'],
  ['turbo run build', 'turbo run', 'turbo run build'],
])('a runner of tasks is a class only with its tasks: %s', (line, subCommand, key) => {
  expect(keys(line, subCommand)).toEqual([`command:${key}`])
})

test('an option that names a place makes the words exact', () => {
  expect(keys('mvn -Dfile=a/b test', 'mvn')).toEqual(['command:exactly mvn -Dfile=a/b test'])
  expect(keys('pnpm dlx a', 'pnpm dlx', { network: true, needs: ['network'] })).toEqual(['command+network:exactly pnpm dlx a'])
})

test.each([
  ['uv run', 'uv run'],
  ['uv run bash x.sh', 'uv run'],
  ['uv run python -c x', 'uv run'],
  ['uv run python -m unknown', 'uv run'],
  ['uv run --with other pytest', 'uv run'],
  ['uv --directory other run pytest', 'uv run'],
  ['npx -p other vitest', 'npx'],
  ['npx tsx -e x', 'npx'],
  ['bundle exec env A=1 rake', 'bundle exec'],
  ['rails runner x', 'rails runner'],
])('is none where the next call could run anything: %s', (line, subCommand) => {
  expect(keys(line, subCommand)).toEqual([])
})
