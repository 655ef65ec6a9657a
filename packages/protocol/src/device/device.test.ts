import { expect, test } from 'vitest'
import { createUserCode, deviceNameSchema, parseUserCode } from './device.ts'

test('a code is read however it is typed, and anything else is no code', () => {
  for (const typed of ['WXZB-0042', 'wxzb0042', ' wxzb 0042 ']) expect(parseUserCode(typed)).toBe('WXZB-0042')
  for (const typed of ['', 'WXZB-004', 'WXZB-00422', 'AEIO-0042', '0042-WXZB', 'WXZB_0042']) expect(parseUserCode(typed)).toBeUndefined()
})

test('every code that is made can be read', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  for (let index = 0; index < 1_000; index++) {
    const code = createUserCode(random)
    expect(parseUserCode(code)).toBe(code)
  }
  expect(createUserCode(() => 0)).toBe('BBBB-0000')
})

test('the name of a device hides nothing', () => {
  expect(deviceNameSchema.safeParse(' VS Code on größe ').data).toBe('VS Code on größe')
  for (const name of ['', '  ', 'a\nb', 'x\u202ey', 'x\u200by', 'x'.repeat(81)])
    expect(deviceNameSchema.safeParse(name).success).toBe(false)
})
