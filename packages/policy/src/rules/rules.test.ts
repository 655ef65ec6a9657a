import { describe, expect, test } from 'vitest'
import { decidingRule, explainRule, PolicyFileError, parsePolicy, parseRunnerRules, policyVersion } from './index.ts'

const GOOD = `
version = "7"

[[rule]]
name = "docs"
do = "allow"
tools = ["write_file"]
paths = ["docs/**", "*.md"]
why = "documentation cannot break the build"
examples.match = [{ tool = "write_file", path = "docs/a/b.md" }, { tool = "write_file", path = "README.md" }]
examples.no_match = [{ tool = "write_file", path = "src/docs.ts" }, { tool = "read_file", path = "docs/a.md" }]

[[rule]]
name = "no pushing"
do = "deny"
commands = ["git push"]
why = "releases are made by people"
examples.match = [{ tool = "execute_command", command = "git push origin main" }]
examples.no_match = [{ tool = "execute_command", command = "git pull" }, { tool = "execute_command", command = "git stash push" }]

[[rule]]
name = "look twice"
do = "ask"
paths = ["docs/legal/**"]
why = "lawyers read it"
examples.match = [{ tool = "read_file", path = "docs/legal/a.md" }]
examples.no_match = [{ tool = "read_file", path = "docs/a.md" }]

[[command]]
name = "make"
risk = "MEDIUM"
why = "our build"
`

const write = (...paths: string[]) => ({ tool: 'write_file', paths, commands: [] })
const run = (...commands: string[][]) => ({ tool: 'run_command', paths: [], commands })

describe('a policy file', () => {
  const policy = parsePolicy(GOOD)

  test('has a version, rules and added commands', () => {
    expect(policy.version).toBe('7')
    expect(policyVersion(policy)).toMatch(/^7\+[0-9a-f]{16}$/)
    expect(policyVersion(parsePolicy(`${GOOD}# changed`))).not.toBe(policyVersion(policy))
    expect(policy.rules.map(({ name }) => name)).toEqual(['docs', 'no pushing', 'look twice'])
    expect([...policy.extraCommands]).toEqual([['make', 'MEDIUM']])
  })

  test.each([
    [write('docs/x.md'), 'docs'],
    [write('DOCS/X.MD'), 'docs'],
    [write('src/x.ts'), undefined],
    [write('docs/legal/x.md'), 'look twice'],
    [write('docs/x.md', 'src/x.ts'), undefined],
    [write('docs/legal'), 'look twice'],
    [write('docs/x.md', 'docs/legal/y.md'), 'look twice'],
    [run(['git', 'push']), 'no pushing'],
    [run(['ls'], ['git', 'push', '--force']), 'no pushing'],
    [run(['git', '-P', 'push']), 'no pushing'],
    [run(['git', 'push-all']), 'no pushing'], // it may be an alias
    [run(['git', 'stash', 'push']), undefined],
    [{ tool: 'write_file', paths: [], commands: [] }, undefined],
  ])('%j is decided by %s', (subject, name) => {
    expect(decidingRule(policy.rules, subject)?.name).toBe(name)
  })

  test('is explained in one sentence per rule', () => {
    expect(policy.rules.map(explainRule)).toEqual([
      'docs: Runs without asking: write_file on files like docs/** or *.md, up to MEDIUM risk, because documentation cannot break the build.',
      'no pushing: Refuses: every tool for commands that begin with git push, because releases are made by people.',
      'look twice: Always asks: every tool on files like docs/legal/**, because lawyers read it.',
    ])
  })

  test.each([
    ['[[rule]\nname = 1', 1, /./],
    [GOOD.replace('path = "README.md"', 'path = "src/x.ts"'), 4, /must match, but does not/],
    [GOOD.replace('command = "git pull"', 'command = "git push x"'), 13, /must not match, but does/],
    [GOOD.replace('"look twice"', '"docs"'), 21, /another rule has this name/],
    [GOOD.replace('do = "ask"', 'do = "maybe"'), 23, /do: "maybe" is not one of allow, ask, deny/],
    [GOOD.replace('name = "make"', 'name = "sudo"'), 29, /never allowed/],
    [GOOD.replace('name = "make"', 'name = "/bin/make"'), 30, /bare command name/],
    [
      `${GOOD}\n[[rule]]\nname = "x"\ndo = "deny"\nwhy = "x"\nexamples.match = [{tool="a"}]\nexamples.no_match = [{tool="b"}]\n`,
      34,
      /tools, paths or commands/,
    ],
    [GOOD.replace('why = "lawyers read it"\n', ''), 21, /why/],
    [GOOD.replace('version = "7"', 'colour = "red"'), 2, /no key "colour": there are version, max_mode/],
  ])('that is wrong is refused with its line (%#)', (text, line, problem) => {
    let error: unknown
    try {
      parsePolicy(text)
    } catch (caught) {
      error = caught
    }
    expect(error).toBeInstanceOf(PolicyFileError)
    expect(error).toMatchObject({ line, message: expect.stringMatching(problem) })
  })
})

describe('a runner’s own file', () => {
  test('only tightens', () => {
    expect(() => parseRunnerRules(GOOD)).toThrow(/only tighten|command/)
    const tight = GOOD.slice(GOOD.indexOf('[[rule]]\nname = "no pushing"'), GOOD.indexOf('[[command]]'))
    expect(parseRunnerRules(tight).map(({ name }) => name)).toEqual(['no pushing', 'look twice'])
  })
})
