import { describe, expect, test } from 'vitest'
import { createBacklog, type Sender } from './traffic-limits.ts'

const senderOf = (unsent: number) => {
  const sender = {
    unsent,
    dropped: false,
    unsentBytes: () => (sender.dropped ? 0 : sender.unsent),
    drop: () => {
      sender.dropped = true
    },
  }
  return sender satisfies Sender
}

describe('what waits for readers', () => {
  test('is bounded over all of them: who holds most is dropped first', () => {
    const backlog = createBacklog(100)
    const senders = [senderOf(40), senderOf(50), senderOf(10), senderOf(20)]
    for (const sender of senders) backlog.note(sender)
    expect(senders.map(({ dropped }) => dropped)).toEqual([false, true, false, false])
    expect(backlog.bytes()).toBe(70)
  })

  test('is counted anew before anybody is dropped: readers that read on keep their place', () => {
    const backlog = createBacklog(100)
    const [first, second] = [senderOf(80), senderOf(60)]
    backlog.note(first)
    first.unsent = 0
    backlog.note(second)
    expect([first.dropped, second.dropped]).toEqual([false, false])
    expect(backlog.bytes()).toBe(60)
  })

  test('of a connection that has gone no longer counts', () => {
    const backlog = createBacklog(100)
    const gone = senderOf(90)
    backlog.note(gone)
    backlog.forget(gone)
    expect(backlog.bytes()).toBe(0)
  })
})
