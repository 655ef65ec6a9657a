import { type Device, digestOf, LIMITS } from '@countersign/protocol'
import { describe, expect, test } from 'vitest'
import { createWorld, principal, type World } from '../../test/world.ts'

const CODES = ['WXZB-0001', 'WXZB-0002', 'WXZB-0003', 'WXZB-0004']

const ask = ({ engine, project }: World, index = 0, codes = [CODES[index] as string]): Promise<Device> =>
  engine.requestDevice({
    user_id: 'ada',
    project_id: project.id,
    name: 'VS Code on workstation',
    kind: 'editor',
    folders: ['thing'],
    address: '127.0.0.1',
    code_digest: digestOf(`secret ${index}`),
    createUserCode: () => codes.shift() ?? 'none is left',
  })

const collect = ({ engine }: World, index = 0) => engine.collectDevice(digestOf(`secret ${index}`))
const allow = ({ engine, operator }: World, user_code = CODES[0] as string) =>
  engine.answerDevice(operator, { user_code, status: 'allowed' })
const refuse = ({ engine, operator }: World, user_code = CODES[0] as string) =>
  engine.answerDevice(operator, { user_code, status: 'refused' })

const failsWith = (code: string, http?: number) => ({ name: 'Failure', code, ...(http && { http }) })

describe('a device that asks for access', () => {
  test('waits, is allowed, collects once, and every step is a row of the log', async () => {
    const world = await createWorld()
    const device = await ask(world)
    expect(await collect(world)).toMatchObject({ id: device.id, status: 'waiting' })
    expect(await allow(world)).toMatchObject({ status: 'allowed', answered_by: 'ada' })
    expect(await collect(world)).toMatchObject({ id: device.id, status: 'signed_in' })
    await expect(collect(world)).rejects.toMatchObject(failsWith('ALREADY_SETTLED'))
    expect(await world.events()).toMatchObject([
      { type: 'device.requested', user_code: CODES[0], folders: ['thing'], address: '127.0.0.1' },
      { type: 'device.answered', status: 'allowed', by: 'ada' },
      { type: 'device.signed_in', device_id: device.id },
    ])
  })

  test('gets nothing after a refusal, and the first answer stands', async () => {
    const world = await createWorld()
    await ask(world)
    await refuse(world)
    await expect(allow(world)).rejects.toMatchObject(failsWith('ALREADY_SETTLED'))
    await expect(collect(world)).rejects.toMatchObject(failsWith('APPROVAL_DENIED'))
  })

  test('gets nothing once the time to answer is over, whether or not anything has looked', async () => {
    const world = await createWorld()
    await ask(world)
    world.passUnseen(LIMITS.deviceRequestSeconds)
    await expect(allow(world)).rejects.toMatchObject(failsWith('APPROVAL_TIMEOUT', 410))
    await expect(collect(world)).rejects.toMatchObject(failsWith('APPROVAL_TIMEOUT', 410))
    await world.pass(0)
    await world.pass(0)
    await expect(collect(world)).rejects.toMatchObject(failsWith('APPROVAL_TIMEOUT', 410))
    const answers = (await world.events()).filter(({ type }) => type === 'device.answered')
    expect(answers).toMatchObject([{ status: 'expired', by: null }])
    expect(world.defects).toEqual([])
  })

  test('must collect soon after it was allowed', async () => {
    const world = await createWorld()
    await ask(world)
    await allow(world)
    await world.pass(LIMITS.deviceCollectSeconds)
    await expect(collect(world)).rejects.toMatchObject(failsWith('APPROVAL_TIMEOUT', 410))
  })

  test('is refused while too many wait, and expired ones do not count', async () => {
    const world = await createWorld()
    for (let index = 0; index < LIMITS.maxWaitingDevices; index++) await ask(world, index)
    await expect(ask(world, 3)).rejects.toMatchObject(failsWith('TOO_MANY_PENDING'))
    world.passUnseen(LIMITS.deviceRequestSeconds)
    expect(await ask(world, 3)).toMatchObject({ status: 'waiting' })
  })

  test('never shows the code of another one that waits', async () => {
    const world = await createWorld()
    await ask(world, 0)
    expect(await ask(world, 1, [CODES[0] as string, CODES[1] as string])).toMatchObject({ user_code: CODES[1] })
  })
})

describe('an answer to a device', () => {
  test('is not given by an agent, a runner, a token for one project, or another user', async () => {
    const world = await createWorld()
    await ask(world)
    const answer = { user_code: CODES[0] as string, status: 'allowed' } as const
    for (const role of ['agent', 'runner', 'admin'] as const)
      await expect(world.engine.answerDevice(principal([role]), answer)).rejects.toMatchObject(failsWith('FORBIDDEN'))
    const ofProject = { ...world.operator, project_id: world.project.id }
    await expect(world.engine.answerDevice(ofProject, answer)).rejects.toMatchObject(failsWith('FORBIDDEN'))
    await expect(world.engine.answerDevice(principal(['operator'], null, 'eve'), answer)).rejects.toMatchObject(failsWith('NOT_FOUND'))
    await expect(allow(world, CODES[1])).rejects.toMatchObject(failsWith('NOT_FOUND'))
    expect(await collect(world)).toMatchObject({ status: 'waiting' })
  })

  test('ends the access later, once, and says on which device that was done', async () => {
    const world = await createWorld()
    const { id } = await ask(world)
    await expect(world.engine.endDevice(world.operator, id)).rejects.toMatchObject(failsWith('ALREADY_SETTLED'))
    await allow(world)
    await collect(world)
    await expect(world.engine.endDevice(principal(['operator'], null, 'eve'), id)).rejects.toMatchObject(failsWith('NOT_FOUND'))
    await world.engine.endDevice({ ...world.operator, device_id: id }, id)
    await expect(world.engine.endDevice(world.operator, id)).rejects.toMatchObject(failsWith('ALREADY_SETTLED'))
    expect((await world.events()).at(-1)).toMatchObject({ type: 'device.ended', by: 'ada', by_device: id })
  })
})
