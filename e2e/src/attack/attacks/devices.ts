// Attacks on the sign-in of devices: taking the access of another, keeping it after its end, and asking from a web page.
import type { Attack, AttackGroup } from '../attack.ts'
import type { Scene } from '../scene.ts'

interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

type Send = (method: string, path: string, options?: { body?: object; token?: string; headers?: Record<string, string> }) => Promise<Reply>

const senderOf =
  ({ world: { url } }: Scene): Send =>
  async (method, path, { body, token, headers = {} } = {}) => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }

async function askAndAllow(scene: Scene): Promise<string> {
  const send = senderOf(scene)
  const { user_code, device_code } = (await send('POST', '/my/devices', { body: { name: 'VS Code' } })).body
  await scene.world.operator.post('/my/devices/allow', { user_code })
  return String(device_code)
}

const tokenOf = (value: unknown): string => (value as { token: string }).token

const collectedTwice: Attack = {
  title: 'credentials are collected once, however many ask at the same moment',
  async run(scene) {
    const send = senderOf(scene)
    const device_code = await askAndAllow(scene)
    const replies = await Promise.all(Array.from({ length: 12 }, () => send('POST', '/my/devices/token', { body: { device_code } })))
    const given = replies.filter(({ body }) => body.operator !== undefined).length
    return given === 1 ? undefined : `${given} of 12 got credentials`
  },
}

const answeredTwice: Attack = {
  title: 'a device that was refused and allowed at the same moment has one answer',
  async run(scene) {
    const send = senderOf(scene)
    const token = scene.world.tokens.operator
    const { user_code, device_code } = (await send('POST', '/my/devices', { body: { name: 'VS Code' } })).body
    const answers = await Promise.all(
      ['refuse', 'allow', 'refuse', 'allow'].map((answer) => send('POST', `/my/devices/${answer}`, { body: { user_code }, token })),
    )
    const taken = answers.filter(({ status }) => status === 200)
    const collected = (await send('POST', '/my/devices/token', { body: { device_code } })).body.operator !== undefined
    const wasAllowed = (taken[0]?.body.device as { status?: string } | undefined)?.status === 'allowed'
    return taken.length === 1 && collected === wasAllowed ? undefined : `${taken.length} answers were taken; collected: ${collected}`
  },
}

const afterTheEnd: Attack = {
  title: 'nothing that a device made from its access outlives the end of it',
  sample: true,
  async run(scene) {
    const send = senderOf(scene)
    const { world } = scene
    const { body } = await send('POST', '/my/devices/token', { body: { device_code: await askAndAllow(scene) } })
    const [operator, agent] = [tokenOf(body.operator), tokenOf(body.agent)]
    const runner = await send('POST', `/my/projects/${world.projectId}/runner/token`, { token: operator })
    const renewed = await Promise.all([operator, agent, tokenOf(runner.body)].map((token) => send('POST', '/auth/renew', { token })))
    const [code, later] = [
      (await send('POST', '/auth/code', { token: operator })).body.code,
      (await send('POST', '/auth/code', { token: operator })).body.code,
    ]
    const page = await send('POST', '/auth/exchange', { body: { code } })
    const tokens = [operator, agent, tokenOf(runner.body), ...renewed.map((reply) => tokenOf(reply.body)), tokenOf(page.body)]
    if (tokens.some((token) => !token)) throw new Error('a token was not given')
    const ended = await send('DELETE', `/my/devices/${body.device_id}`, { token: world.tokens.operator })
    if (ended.status !== 200) throw new Error(`the end was refused with ${ended.status}`)
    const exchanged = await send('POST', '/auth/exchange', { body: { code: later } })
    if (exchanged.body.token) tokens.push(tokenOf(exchanged.body))
    for (const [index, token] of tokens.entries())
      for (const [method, path] of [
        ['GET', '/my/projects'],
        ['POST', '/auth/renew'],
        ['GET', `/my/projects/${world.projectId}`],
      ] as const) {
        const { status } = await send(method, path, { token })
        if (status !== 401) return `token ${index} got ${status} for ${method} ${path}`
      }
    return undefined
  },
}

const runnerOfOneProject: Attack = {
  title: 'the token of a device’s runner gives no access to others, and an agent’s makes none',
  async run(scene) {
    const send = senderOf(scene)
    const { projectId, tokens } = scene.world
    const { body } = await send('POST', '/my/devices/token', { body: { device_code: await askAndAllow(scene) } })
    const runner = tokenOf((await send('POST', `/my/projects/${projectId}/runner/token`, { token: tokenOf(body.operator) })).body)
    const { user_code } = (await send('POST', '/my/devices', { body: { name: 'another' } })).body
    for (const token of [runner, tokenOf(body.agent), tokens.agent, tokens.runner]) {
      const { status } = await send('POST', '/my/devices/allow', { body: { user_code }, token })
      if (status < 400) return `another device was allowed with ${status}`
    }
    for (const token of [tokenOf(body.agent), tokens.agent])
      for (const path of [`/my/projects/${projectId}/runner/token`, '/auth/code'])
        if ((await send('POST', path, { token })).status < 400) return `an agent got an answer from ${path}`
    return undefined
  },
}

const fromAWebPage: Attack = {
  title: 'a web page of another site can neither ask for access nor collect it',
  async run(scene) {
    const send = senderOf(scene)
    for (const origin of ['https://evil.invalid', 'null', 'http://localhost.evil.invalid', `${scene.world.url}.evil.invalid`])
      for (const path of ['/my/devices', '/my/devices/token']) {
        const body = path.endsWith('token') ? { device_code: 'x' } : { name: 'VS Code' }
        const { status } = await send('POST', path, { body, headers: { origin } })
        if (status !== 403) return `${path} answered ${status} to ${origin}`
      }
    return undefined
  },
}

const told: Attack = {
  title: 'no agent sees the code of a device that asks',
  async run(scene) {
    const send = senderOf(scene)
    const { projectId, tokens } = scene.world
    const { user_code } = (await send('POST', '/my/devices', { body: { name: 'VS Code' } })).body
    const stop = AbortSignal.timeout(3_000)
    const headers = { authorization: `Bearer ${tokens.agent}`, 'last-event-id': '0' }
    const reply = await fetch(`${scene.world.url}/my/projects/${projectId}/chat/stream`, { headers, signal: stop })
    let seen = ''
    try {
      for await (const bytes of reply.body ?? []) seen += new TextDecoder().decode(bytes)
    } catch (error) {
      if (!stop.aborted) throw error
    }
    for (const path of ['/my/devices', '/my/audit', `/my/projects/${projectId}/events`]) {
      const { body } = await send('GET', path, { token: tokens.agent })
      seen += JSON.stringify(body)
    }
    return seen.includes(String(user_code)) ? 'the code was in what the agent can read' : undefined
  },
}

export const DEVICES: AttackGroup = {
  name: 'devices',
  attacks: [collectedTwice, answeredTwice, afterTheEnd, runnerOfOneProject, fromAWebPage, told],
}
