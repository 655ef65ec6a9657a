// One thread serves everybody: what a token can do to keep it busy, to fill its memory, or to outlive its own expiry.
import { createApi } from '../../world/clients/api.ts'
import type { Attack, AttackGroup } from '../attack.ts'
import type { Scene } from '../scene.ts'

const FAST = { serve: ['--calls-per-second', '50'] }

const isAnswered = async ({ world }: Scene): Promise<boolean> => {
  const reply = await fetch(`${world.url}/health`, { signal: AbortSignal.timeout(30_000) }).catch(() => undefined)
  return reply?.status === 200
}

const KEYS: Attack = {
  title: 'a call of 80,000 keys, or nested without end, is refused by its number and is on no record',
  sample: true,
  async run(scene) {
    const { agent } = scene.world
    const many = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`k${index}`, index]))
    const values = [many, { path: 'a', more: many }, { path: Array.from({ length: 80_000 }, () => 0) }]
    for (const tool_params of values) {
      const { status, body } = await agent.request('POST', '/my/tools/execute', { body: { tool_name: 'read_file', tool_params } })
      if (status !== 400 && status !== 413) return `answered ${status}: ${JSON.stringify(body).slice(0, 200)}`
    }
    return undefined
  },
}

const NOTICES: Attack = {
  title: 'a runner that tells changes without end is told to wait, and others are answered',
  world: FAST,
  async run(scene) {
    const { url, projectId } = scene.world
    const runner = createApi(url, await scene.world.createToken({ roles: ['runner'], project: projectId }))
    const paths = Array.from({ length: 50 }, (_, index) => `${index}/${'x'.repeat(4_000)}`)
    const path = `/my/projects/${projectId}/runner/files-changed`
    const replies = await Promise.all(Array.from({ length: 300 }, () => runner.request('POST', path, { body: { paths } })))
    if (!replies.some(({ status }) => status === 429)) return 'all 300 were taken at once'
    return (await isAnswered(scene)) ? undefined : 'nobody else is answered'
  },
}

const STUCK: Attack = {
  title: 'readers that replay and do not read keep nobody from being answered',
  async run(scene) {
    const { url, projectId } = scene.world
    const token = await scene.world.createToken({ roles: ['operator'] })
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    const open = () => fetch(`${url}/my/projects/${projectId}/chat/stream?after=0`, { headers, signal: leaving.signal })
    const streams = await Promise.all(Array.from({ length: 50 }, open))
    const answered = await isAnswered(scene)
    leaving.abort()
    if (streams.some(({ status }) => status !== 200)) return undefined
    return answered && (await isAnswered(scene)) ? undefined : 'nobody else is answered'
  },
}

const EXPIRED: Attack = {
  title: 'a stream ends with the token that opened it',
  async run(scene) {
    const { url, projectId } = scene.world
    const token = await scene.world.createToken({ roles: ['operator'], exp: Math.floor(Date.now() / 1000) + 3 })
    const stream = await fetch(`${url}/my/projects/${projectId}/chat/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(60_000),
    })
    const text = await stream.text().catch(() => undefined)
    if (text === undefined) return 'it was still open after a minute'
    return text.includes('stream.ended') ? undefined : `it ended without a word: ${text.slice(-200)}`
  },
}

export const ONE_THREAD: AttackGroup = { name: 'one-thread', attacks: [KEYS, NOTICES, STUCK, EXPIRED] }
