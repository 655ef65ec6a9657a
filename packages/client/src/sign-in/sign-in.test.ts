import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../server/test/test-server.ts'
import { createClient } from '../client.ts'
import { signIn } from './sign-in.ts'

let server: TestServer
const local = () => server.running.local ?? expect.fail('not local')
const person = () => createClient({ url: server.running.url, token: local().token('operator') })
const asking = () => ({ url: server.running.url, name: 'VS Code on workstation', folders: ['thing'] })

beforeAll(async () => {
  server = await startTestServer({ auth: undefined })
})
afterAll(() => server[Symbol.asyncDispose]())

test('a device shows its code, waits for the person and has both credentials', async () => {
  const answered: Promise<unknown>[] = []
  const signedIn = await signIn({
    ...asking(),
    onCode: ({ userCode }) => void answered.push(person().allowDevice({ body: { user_code: userCode } })),
  })
  await Promise.all(answered)
  const { url } = server.running
  expect(signedIn.project_id).toBe(local().projectId)
  expect((await createClient({ url, token: signedIn.operator.token }).listMyApprovals({ query: {} })).approvals).toEqual([])
  await expect(createClient({ url, token: signedIn.agent.token }).listMyApprovals({ query: {} })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('a device that is refused says so', async () => {
  const onCode = ({ userCode }: { userCode: string }) => void person().refuseDevice({ body: { user_code: userCode } })
  await expect(signIn({ ...asking(), onCode })).rejects.toMatchObject({ code: 'APPROVAL_DENIED' })
})

test('a device that gives up stops asking', async () => {
  const stop = new AbortController()
  await expect(signIn({ ...asking(), signal: stop.signal, onCode: () => stop.abort() })).rejects.toMatchObject({ name: 'AbortError' })
})
