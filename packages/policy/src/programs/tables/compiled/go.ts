// go: it switches to the toolchain that go.mod or go.work names, so that even `go version` is not LOW. Its options have one dash.
import { asks, flags, text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { raise, row, runsProgram } from '../row.ts'

/** They name a program that builds or runs the result. */
const RUNNERS = raise('code', '-exec -toolexec --exec --toolexec')
const MODULES = raise('fetches', '-mod=mod')

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
const GO: Program = {
  names: 'go',
  toolchain: 'go',
  options: { '-C': word },
  rows: [
    row('build|test|vet|generate|fix|tool|run', 'builds', 'go test ./...', 'go test -exec sh ./...', {
      options: {
        '-run -bench -tags -ldflags -gcflags -timeout -count -cpu -parallel -p -skip -fuzz -fuzztime -benchtime -covermode': text,
      },
      raises: { ...RUNNERS, ...MODULES },
    }),
    row('fmt', 'changes', 'go fmt ./...', 'go fmt ../x'),
    row('clean', 'builds', 'go clean', 'go clean -modcache', { raises: raise('deletes', '-modcache -cache -testcache -fuzzcache') }),
    row('version|help|doc|list', 'looks', 'go version', 'go list -toolexec sh', {
      raises: { ...RUNNERS, ...MODULES, ...raise('fetches', '-u') },
    }),
    row('env', 'looks', 'go env GOPATH', 'go env -w GOFLAGS=-x', { raises: raise('installs', '-w -u') }),
    row('get', 'fetches', 'go get golang.org/x/term', 'go install golang.org/x/tools/cmd/goimports@latest'),
    row('mod tidy|download', 'fetches', 'go mod tidy', 'go install x@latest'),
    row('mod vendor', 'fetches', 'go mod vendor', 'go mod vendor -o ../x'),
    row('mod graph|verify|why', 'looks', 'go mod why x', 'go mod tidy'),
    row('mod init|edit', 'changes', 'go mod init example.com/a', 'go mod tidy'),
    row('work init|use|edit', 'changes', 'go work init', 'go work use ../x'),
    row('work sync|vendor', 'fetches', 'go work sync', 'go install x@latest'),
    row('install', 'installs', 'go install ./cmd/a', 'go install ../x', { raises: RUNNERS }),
    row('telemetry', 'installs', 'go telemetry off', 'go telemetry ../x'),
    row('bug', 'sends', 'go bug', 'go bug ../x'),
  ],
}

export const GO_TOOLS: readonly Program[] = [
  GO,
  {
    names: 'gofmt',
    toolchain: 'go',
    rows: [
      // `-d` runs the system's diff in older versions.
      row('', 'reads', 'gofmt -l main.go', 'gofmt -w main.go', {
        options: { ...flags('-l -e -s'), '-w': asks('option.writes-files'), '-d': runsProgram },
        operands: 'read',
      }),
    ],
  },
  { names: 'goimports gofumpt golines gci', toolchain: 'go', rows: [row('', 'builds', 'goimports -w main.go', 'goimports -w ../a.go')] },
  {
    names: 'golangci-lint',
    toolchain: 'go',
    rows: [
      row('run|fmt|custom|migrate', 'builds', 'golangci-lint run', 'golangci-lint run -c ../x', { options: { '-c --config': word } }),
      row('linters|formatters|config|help|version|--version|completion', 'looks', 'golangci-lint linters', 'golangci-lint cache clean'),
      row('cache', 'installs', 'golangci-lint cache clean', 'golangci-lint cache clean ../x'),
    ],
  },
  {
    names: 'staticcheck errcheck gosec revive ineffassign deadcode golint gocyclo',
    toolchain: 'go',
    rows: [row('', 'builds', 'staticcheck ./...', 'staticcheck ../x')],
  },
  { names: 'govulncheck', toolchain: 'go', rows: [row('', 'sends', 'govulncheck ./...', 'govulncheck ../x')] },
  {
    names: 'gotestsum',
    toolchain: 'go',
    rows: [
      row('', 'builds', 'gotestsum ./...', 'gotestsum --watch', {
        raises: { ...raise('serves', '--watch'), ...raise('code', '--raw-command --post-run-command') },
      }),
    ],
  },
  {
    names: 'ginkgo mockgen mockery stringer wire sqlc swag templ buf protoc gomodifytags gotests',
    toolchain: 'go',
    rows: [row('', 'builds', 'mockgen -source=a.go', 'mockgen -source=../a.go')],
  },
  {
    names: 'dlv',
    toolchain: 'go',
    rows: [
      row('debug|test|exec|trace|core|replay', 'code', 'dlv test', 'dlv exec ../x'),
      row('attach|connect|dap', 'controls', 'dlv attach 1', 'dlv attach ../x'),
      row('version|help', 'looks', 'dlv version', 'dlv test'),
    ],
  },
  { names: 'air reflex realize', toolchain: 'go', rows: [row('', 'serves', 'air', 'air -c ../x')] },
  {
    names: 'goose migrate',
    toolchain: 'go',
    rows: [row('create', 'changes', 'goose create a sql', 'goose up'), row('', 'controls', 'goose up', 'goose -dir ../x up')],
  },
  {
    names: 'goreleaser',
    toolchain: 'go',
    rows: [
      row('check|build|healthcheck|--version', 'builds', 'goreleaser check', 'goreleaser release'),
      row('release|publish|announce|continue', 'sends', 'goreleaser release', 'goreleaser release -f ../x'),
    ],
  },
]
