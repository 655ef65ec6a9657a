import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [0, '0 ms'],
  [340, '340 ms'],
  [2_540, '2.5 sec'],
  [60_000, '1 min'],
  [200_000, '3 min 20 sec'],
  [3_600_000, '1 hr'],
  [7_500_000, '2 hr 5 min'],
])('%i ms is %s', (milliseconds, words) => expect(formatDuration(milliseconds, 'en')).toBe(words))

test('speaks the language of the page', () => {
  expect(formatDuration(2_500, 'ru')).toBe('2,5 с')
  expect(formatDuration(200_000, 'zh')).toBe('3分钟 20秒')
})
