import { describe, expect, test } from 'vitest'
import { sampleEvent } from '../../../protocol/test/sample-event.ts'
import { gatherEvents } from './gather-events.ts'

const event = (id: number) => sampleEvent('files.changed', {}, id)

/** A page whose tasks and frames come when the test says so. */
function startPage() {
  const applied: number[][] = []
  const tasks: (() => void)[] = []
  const frames: (() => void)[] = []
  const page = { isHidden: false }
  const runAll = (waiting: (() => void)[]) => {
    for (const run of waiting.splice(0)) run()
  }
  const push = gatherEvents((events) => applied.push(events.map(({ id }) => id ?? 0)), {
    isHidden: () => page.isHidden,
    soon: (run) => void tasks.push(run),
    nextFrame: (run) => void frames.push(run),
  })
  return { page, applied, push: (id: number) => push(event(id)), runTasks: () => runAll(tasks), runFrame: () => runAll(frames) }
}

describe('gathered events', () => {
  test('that come together are applied together, without waiting for a frame', () => {
    const { applied, push, runTasks } = startPage()
    push(1)
    push(2)
    expect(applied).toEqual([])
    runTasks()
    expect(applied).toEqual([[1, 2]])
  })

  test('are applied once between two frames', () => {
    const { applied, push, runTasks, runFrame } = startPage()
    push(1)
    runTasks()
    push(2)
    runTasks()
    push(3)
    expect(applied).toEqual([[1]])
    runFrame()
    expect(applied).toEqual([[1], [2, 3]])
    push(4)
    runTasks()
    expect(applied).toEqual([[1], [2, 3]])
    runFrame()
    expect(applied).toEqual([[1], [2, 3], [4]])
  })

  test('are applied soon again once a frame has passed without any', () => {
    const { applied, push, runTasks, runFrame } = startPage()
    push(1)
    runTasks()
    runFrame()
    push(2)
    runTasks()
    expect(applied).toEqual([[1], [2]])
  })

  test('are applied at once, in order, where nobody sees the page', () => {
    const { page, applied, push, runTasks, runFrame } = startPage()
    push(1)
    runTasks()
    push(2)
    page.isHidden = true
    push(3)
    expect(applied).toEqual([[1], [2, 3]])
    push(4)
    runFrame()
    runTasks()
    expect(applied).toEqual([[1], [2, 3], [4]])
  })
})
