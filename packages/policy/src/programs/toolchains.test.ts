import { expect, it } from 'vitest'
import { findToolchains } from './toolchains.ts'

it('finds toolchains by the names of files', () => {
  expect(findToolchains(['package.json', 'api/pyproject.toml', 'main.go'])).toEqual(['node', 'python'])
  expect(findToolchains(['src/App.csproj', 'infra/main.tf', 'Dockerfile.dev'])).toEqual(['dotnet', 'docker', 'terraform'])
  expect(findToolchains(['requirements/dev.txt', 'ios/App.xcodeproj/project.pbxproj'])).toEqual(['python', 'swift'])
})

it('lists make beside cmake, whose generated files need it', () => {
  expect(findToolchains(['CMakeLists.txt'])).toEqual(['make', 'cmake'])
})

it('looks three folders deep', () => {
  expect(findToolchains(['a/b/c/go.mod'])).toEqual(['go'])
  expect(findToolchains(['a/b/c/d/go.mod'])).toEqual([])
})

it('takes nothing from the packages of others or from hidden folders', () => {
  expect(findToolchains(['node_modules/x/Cargo.toml', '.venv/go.mod', 'vendor/a/composer.json'])).toEqual([])
})

it('compares whole names', () => {
  expect(findToolchains(['my-package.json', 'Cargo.toml.orig', 'notes.tf.md', 'sln'])).toEqual([])
})
