import {
  isSensitive,
  SENSITIVE_AT_ROOT,
  SENSITIVE_ENDINGS,
  SENSITIVE_FILES,
  SENSITIVE_FOLDERS,
  SENSITIVE_PATTERNS,
  SENSITIVE_PLACES,
} from '@countersign/policy'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { sensitivityBelow, sensitivityIn } from './sensitivity.ts'

const known = [...SENSITIVE_FILES, ...SENSITIVE_FOLDERS, ...SENSITIVE_AT_ROOT, ...SENSITIVE_ENDINGS, ...SENSITIVE_PLACES].flatMap((path) =>
  path.split('/'),
)
const ordinary = [
  'src',
  'a.ts',
  'Secrets',
  'secrets',
  'SECRETS.yaml',
  'db_password',
  'id_rsa',
  'x.pem',
  '.env.local',
  'config',
  'hub',
  'ＳＥＣＲＥＴＳ',
  'a.key.bak',
]
const segment = fc.oneof(fc.constantFrom(...known), fc.constantFrom(...ordinary), fc.stringMatching(/^[a-zA-Z0-9._-]{1,8}$/))

it('gives the same answer as the whole path, for every folder and name, by itself and step by step', async () => {
  const check = (folder: string[], name: string) => {
    fc.pre(!isSensitive(folder.join('/') || 'ordinary') && ![...folder, name].some((word) => /^\.+$/.test(word)))
    const expected = isSensitive([...folder, name].join('/'))
    expect(sensitivityIn(folder.join('/'))(name)).toBe(expected)
    const stepwise = folder.reduce(
      (above, entered, depth) => sensitivityBelow(above, folder.slice(0, depth + 1).join('/'), entered),
      sensitivityIn(''),
    )
    expect(stepwise(name)).toBe(expected)
  }
  await fc.assert(fc.property(fc.array(segment, { maxLength: 3 }), segment, check), { numRuns: 5_000 })
})

it('gives the same answer for names like every rule, with the ending of code too', async () => {
  const inFolder = sensitivityIn('ordinary')
  const check = (name: string) => {
    for (const candidate of [name, `${name}.ts`, `${name}.php`, `${name}x.md`, name.toUpperCase()])
      expect(inFolder(candidate), candidate).toBe(isSensitive(`ordinary/${candidate}`))
  }
  for (const name of known) check(name)
  for (const pattern of SENSITIVE_PATTERNS) {
    const like = fc.stringMatching(new RegExp(pattern.source.replaceAll('.*', '[a-z0-9.]*')))
    await fc.assert(
      fc.property(
        like.filter((name) => !/[/\\\0]/.test(name) && !/^[.\s]*$/.test(name)),
        check,
      ),
      { numRuns: 200 },
    )
  }
})
