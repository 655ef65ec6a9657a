// Access to the operator's interface: no token of a person is where an agent's own tools, or a command in the sandbox, would find it.
import { readFileSync } from 'node:fs'
import type { Attack, AttackGroup } from '../attack.ts'

/** How every token of a local server begins, as a pattern that does not match itself. */
const TOKEN = "'eyJhbGciOiJIUzI1[N]iIs'"

const connection: Attack = {
  title: 'connection.json opens nothing but what an agent may do',
  sample: true,
  async run({ world }) {
    const text = readFileSync(world.data.at('connection.json'), 'utf8')
    const roles = [...text.matchAll(/eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g)].flatMap(([, payload = '']) => rolesOf(payload))
    if (roles.length === 0) throw new Error('it holds no token at all')
    const more = roles.filter((role) => role !== 'agent')
    return more.length > 0 ? `connection.json has a token with the role ${more.join(', ')}` : undefined
  },
}

const rolesOf = (payload: string): string[] => (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { roles: string[] }).roles

const seen: Attack = {
  title: 'a command that the operator approved sees no token, no key and no bus of the session',
  sample: true,
  async run({ world, script }) {
    const data = world.data.path
    const places = [`${data}`, `${data}/keys/token-secret`, `${data}/ready.json`, '"$HOME/.countersign"', '/run/user/*/bus']
    const { result, error } = await script(
      [
        `ls -d ${places.join(' ')} 2>/dev/null`,
        `grep -rsl --exclude-dir=sys --exclude-dir=dev ${TOKEN} /home /root /run /tmp /var /etc /opt /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null`,
        'env | grep "^COUNTERSIGN\\|^DBUS"',
        'echo looked',
      ].join('\n'),
    )
    const { stdout } = (result ?? {}) as { stdout?: string }
    if (!stdout?.includes('looked')) throw new Error(error ?? 'the script did not run')
    const found = stdout.replace('looked', '').trim()
    return found === '' ? undefined : `the command found ${found}`
  },
}

const renewing: Attack = {
  title: 'an agent that renews its token gets an agent’s token and no more',
  async run({ world }) {
    const renew = async (token: string) => {
      const reply = await fetch(`${world.url}/auth/renew`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
      return (await reply.json()) as { token?: string }
    }
    let { token = '' } = await renew(world.tokens.agent)
    for (let i = 0; i < 3; i += 1) token = (await renew(token)).token ?? token
    const reply = await fetch(`${world.url}/my/projects/${world.projectId}/approvals`, { headers: { authorization: `Bearer ${token}` } })
    return reply.status === 403 ? undefined : `the renewed token got ${reply.status} for the approvals`
  },
}

const ended: Attack = {
  title: 'a token that has ended is not renewed',
  async run({ world }) {
    const now = Math.floor(Date.now() / 1000)
    const token = await world.createToken({ roles: ['operator'], exp: now - 1, until: now + 3600 })
    const { status } = await fetch(`${world.url}/auth/renew`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    return status === 401 ? undefined : `the answer was ${status}`
  },
}

const asking: Attack = {
  title: 'an agent that asks for access as a device cannot allow it itself',
  async run({ world }) {
    const post = async (path: string, body: object, token?: string) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
      const reply = await fetch(`${world.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: reply.status, body: (await reply.json()) as { user_code?: string; device_code?: string; operator?: unknown } }
    }
    const { user_code, device_code } = (await post('/my/devices', { name: 'VS Code on this machine' })).body
    if (!user_code) throw new Error('the request was not taken')
    for (const token of [undefined, world.tokens.agent, world.tokens.runner]) {
      const { status } = await post('/my/devices/allow', { user_code }, token)
      if (status < 400) return `the request was allowed with ${status}`
    }
    return (await post('/my/devices/token', { device_code })).body.operator ? 'the device got credentials that nobody allowed' : undefined
  },
}

export const SIGN_IN: AttackGroup = { name: 'sign-in', attacks: [connection, seen, renewing, ended, asking] }
