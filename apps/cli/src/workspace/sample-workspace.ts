// A small project to try things on: something to read, to change and to run.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

const FILES: Record<string, string> = {
  'README.md': '# Sample\n\nA small project to try Countersign on.\n\n- TODO: greet in more languages\n',
  'package.json': '{\n  "name": "sample",\n  "version": "1.0.0",\n  "type": "module",\n  "scripts": { "test": "node --test" }\n}\n',
  'src/greet.js': "export const greet = (name) => 'Hello, ' + name + '!'\n",
  'test/greet.test.js':
    "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { greet } from '../src/greet.js'\n\ntest('greets by name', () => {\n  assert.equal(greet('Ada'), 'Hello, Ada!')\n})\n",
  'notes/today.md': '# Today\n\n- try a write\n',
  '.env': 'SAMPLE_SECRET=this-file-is-never-shown-to-a-tool\n',
}

/** Beside the data folder, always the same one, so that its project and pending calls are there again after a restart. */
export const usualSampleFolder = (dataDir: string): string => join(dirname(dataDir), `${basename(dataDir).replace(/^\.+/, '')}-sample`)

/** A folder that is not empty is left as it is. */
export async function makeSampleWorkspace(given: string): Promise<string> {
  const folder = resolve(given)
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) return folder
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}
