import { expect, test } from 'vitest'
import { createOrder } from './in-order.ts'

/** Works that end when they are told to; `began` has their names in the order in which they began. */
function makeWorks() {
  const order = createOrder()
  const began: string[] = []
  const start = (name: string, isRead: boolean, signal?: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const done = order.run(
      () => {
        began.push(name)
        return promise
      },
      { isRead, signal },
    )
    done.catch(() => undefined)
    return { done, end: () => resolve(name), fail: () => reject(new Error(name)) }
  }
  return { began, start }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

test('reads run together; a change waits for them, and what follows waits for the change', async () => {
  const { began, start } = makeWorks()
  const [one, two, change, three] = [start('read 1', true), start('read 2', true), start('change', false), start('read 3', true)]
  await settle()
  expect(began).toEqual(['read 1', 'read 2'])
  one.end()
  await settle()
  expect(began).toHaveLength(2)
  two.end()
  await settle()
  expect(began).toEqual(['read 1', 'read 2', 'change'])
  change.end()
  await settle()
  expect(began).toEqual(['read 1', 'read 2', 'change', 'read 3'])
  three.end()
  expect(await three.done).toBe('read 3')
})

test('a change that throws does not hold up the next', async () => {
  const { began, start } = makeWorks()
  const [first, second] = [start('first', false), start('second', false)]
  await settle()
  first.fail()
  await expect(first.done).rejects.toThrow('first')
  await settle()
  expect(began).toEqual(['first', 'second'])
  second.end()
})

test('one that is aborted leaves the line without having begun, and nobody behind passes those before it', async () => {
  const { began, start } = makeWorks()
  const stopping = new AbortController()
  const [first, left, last] = [start('first', false), start('left', false, stopping.signal), start('last', false)]
  await settle()
  stopping.abort(new Error('enough'))
  await expect(left.done).rejects.toThrow('enough')
  await settle()
  expect(began).toEqual(['first'])
  first.end()
  await settle()
  expect(began).toEqual(['first', 'last'])
  last.end()
  await expect(start('late', false, stopping.signal).done).rejects.toThrow('enough')
})
