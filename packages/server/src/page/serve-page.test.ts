// The page over HTTP, from a folder laid out like a build.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { PAGE_POLICY } from './serve-page.ts'

const INDEX = '<!doctype html><title>Countersign</title>'
const SCRIPT = 'console.log("the page")\n'.repeat(20)
let folder = ''
let server: TestServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-page-'))
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.js'), 'not of the page')
  await writeFile(join(folder, 'dist', 'built-from.txt'), 'a digest')
  await writeFile(join(folder, 'dist', 'index.html'), INDEX)
  const script = join(folder, 'dist', 'assets', 'index-Ab_1-2.js')
  await writeFile(script, SCRIPT)
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT))
  await writeFile(`${script}.gz`, gzipSync(SCRIPT))
  server = await startTestServer({ pageFolder: join(folder, 'dist') })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) => server.send({ path, headers })

describe('the page', () => {
  test('is open without a token, with a policy that allows only what comes from here', async () => {
    const reply = await get('/')
    expect(reply).toMatchObject({ status: 200, text: INDEX })
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.headers['content-security-policy']).toBe(PAGE_POLICY)
    expect(PAGE_POLICY).not.toMatch(/unsafe|https?:|\*/)
    expect(reply.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
  })

  test('is asked for again each time, and not sent again where it is the same', async () => {
    const { headers } = await get('/')
    expect(headers['cache-control']).toBe('no-cache')
    const again = await get('/', { 'if-none-match': headers.etag ?? '' })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect((await get('/', { 'if-none-match': '"another"' })).status).toBe(200)
  })

  test('has assets that are kept for ever, in the smallest form that the client takes', async () => {
    const path = '/assets/index-Ab_1-2.js'
    const plain = await get(path)
    expect(plain).toMatchObject({ status: 200, text: SCRIPT })
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    const encodingOf = async (accepted: string) => (await get(path, { 'accept-encoding': accepted })).headers['content-encoding']
    expect(await encodingOf('gzip, deflate, br')).toBe('br')
    expect(await encodingOf('gzip;q=0.5')).toBe('gzip')
    expect(await encodingOf('br;q=0, gzip;q=0')).toBeUndefined()
    expect(await encodingOf('identity')).toBeUndefined()
  })

  test('answers HEAD with the head alone', async () => {
    for (const path of ['/', '/assets/index-Ab_1-2.js']) {
      const head = await server.send({ method: 'HEAD', path })
      expect(head).toMatchObject({ status: 200, text: '' })
      expect(head.headers['content-length']).toBe((await get(path)).headers['content-length'])
    }
  })

  test.each([
    '/assets/../../secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/assets/..%5c..%5csecret.js',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.js',
    '/assets/..%00.js',
    '/assets/.js',
    '/assets/missing.js',
    '/assets/index-Ab_1-2.js.br',
    '/assets/',
    '/assets',
    '/built-from.txt',
    '/index.html',
  ])('holds no file %s', async (path) => {
    const reply = await get(path)
    expect(reply.status).toBe(404)
    expect(reply.json).toMatchObject({ success: false, error_code: 'NOT_FOUND' })
    expect(reply.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  test('is refused to another host and to writes', async () => {
    expect((await get('/', { host: 'evil.example' })).status).toBe(421)
    expect((await server.send({ method: 'POST', path: '/', body: {} })).status).toBe(404)
  })
})

describe('without a build', () => {
  test('a sentence says how to make one', async () => {
    await using empty = await startTestServer({ pageFolder: join(folder, 'nothing-here') })
    const reply = await empty.send({ path: '/' })
    expect(reply.status).toBe(503)
    expect(reply.text).toContain('npm run build')
    expect(reply.headers['content-security-policy']).toBe(PAGE_POLICY)
  })

  test('a server that was given no folder has no page', async () => {
    await using without = await startTestServer()
    expect((await without.send({ path: '/' })).status).toBe(404)
  })
})
