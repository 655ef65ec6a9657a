// docs/policy.md: its files are files, its keys are the keys, and its verdicts are the verdicts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PolicyFileError, parsePolicy, parseRunnerRules } from '@countersign/policy'
import { TOOL_NAMES } from '@countersign/tools'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const TEXT = readFileSync(new URL('../../../../../docs/policy.md', import.meta.url), 'utf8')
const FILES = [...TEXT.matchAll(/^```toml\n([\s\S]*?)^```/gm)].map(([, text = '']) => text)
const ROWS = [...TEXT.matchAll(/^\| `(.+)` +\| (\w+) +\| (\w+) +\| (\w+) +\|$/gm)].map(([, line = '', ...verdicts]) => ({
  line: line.replaceAll('\\|', '|'),
  verdicts,
}))
const KEYS = (table: string) => {
  const rows = TEXT.slice(TEXT.search(new RegExp(`\\| key of a \`\\[\\[${table}`))).split('\n\n')[0] ?? ''
  return rows.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z_.]+)`/g)].map(([, key]) => key))
}

let workspace: string
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'countersign-doc-'))
  writeFileSync(join(workspace, 'package.json'), '{"scripts":{"test":"vitest run"}}')
})
afterAll(() => rmSync(workspace, { recursive: true }))

function verdictsIn(mode: string): string[] {
  const input = ROWS.map(({ line }, id) => JSON.stringify({ id: String(id), tool: 'run_command', params: { command: line } })).join('\n')
  const args = [MAIN, 'policy', 'check', '--jsonl', '--mode', mode, '--workspace', workspace]
  const { stdout } = spawnSync(process.execPath, args, { input, encoding: 'utf8' })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).decision)
}

describe('the page on modes, commands and rules', { timeout: 60_000 }, () => {
  test('shows files that can be used', () => {
    expect(FILES.length).toBeGreaterThan(1)
    for (const text of FILES) {
      if (text.startsWith('# runner.toml')) expect(parseRunnerRules(text, 'runner.toml', TOOL_NAMES)).not.toEqual([])
      else expect(parsePolicy(text, 'policy.toml', TOOL_NAMES).rules).not.toEqual([])
    }
  })

  test('names every key, and no other', () => {
    const keys = (table: string, text: string) => {
      try {
        parsePolicy(`[[${table}]]\n${text}`)
        return ''
      } catch (error) {
        return error instanceof PolicyFileError ? error.message : ''
      }
    }
    for (const table of ['rule', 'command']) {
      expect(KEYS(table).length).toBeGreaterThan(2)
      expect(
        keys(table, `name = "a"\nwhy = "b"\nzzzzzz = 1\n${table === 'rule' ? 'do = "ask"\ntools = ["a"]' : ''}`)
          .split('there are ')[1]
          ?.split(', '),
      ).toEqual([...new Set(KEYS(table).map((key) => key?.split('.')[0]))])
    }
  })

  test.each(['strict', 'ask', 'rehearse'].map((mode, index) => ({ mode, index })))('tells the verdicts of $mode', ({ mode, index }) => {
    expect(ROWS.length).toBeGreaterThan(10)
    const said = ROWS.map(({ line, verdicts }) => ({ line, verdict: verdicts[index] }))
    expect(verdictsIn(mode).map((verdict, row) => ({ line: ROWS[row]?.line, verdict }))).toEqual(said)
  })

  test('says what a mistake was meant to be', () => {
    const message = (text: string) => {
      try {
        parsePolicy(text, 'policy.toml', TOOL_NAMES)
      } catch (error) {
        return (error as Error).message
      }
      return 'no mistake'
    }
    const rule = 'name = "a"\nwhy = "b"\n'
    expect(TEXT).toContain(message(`[[rule]]\n${rule}comands = ["ls"]\ndo = "deny"\n`))
    expect(message(`max_mod = "ask"\n`)).toBe('policy.toml line 1: there is no key "max_mod": did you mean max_mode?')
    expect(message(`[[rule]]\n${rule}do = "alow"\ntools = ["read_file"]\n`)).toBe(
      'policy.toml line 4: do: "alow" is not one of allow, ask, deny: did you mean allow?',
    )
    expect(message(`[[rule]]\n${rule}do = "deny"\ntools = ["write_flie"]\n`)).toBe(
      'policy.toml line 5: rule "a": there is no tool "write_flie": did you mean write_file?',
    )
    expect(message(`\n[[rule]]\nname = "a"\ndo = "deny"\ntools = ["read_file"]\n`)).toBe('policy.toml line 2: why: missing')
  })
})
