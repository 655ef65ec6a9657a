import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answerOf } from '../commands/answering/answer.ts'
import { type Answers, playedAnswers } from './answers.ts'
import { UnexpectedOutcome } from './cast.ts'
import type { Narrator } from './narrator.ts'
import { openStage } from './stage.ts'
import { playStory } from './story.ts'

const nothing = async () => undefined
const silent: Narrator = { chapter: nothing, says: nothing, shows: nothing, note: () => undefined }

test('a story that goes otherwise is not told to its end', { timeout: 60_000 }, async () => {
  await using stage = await openStage(new AbortController().signal)
  const broken = "import { test } from 'node:test'\n\n\n\ntest('greets by name', () => {\n  assert.equal(greet('Ada'), 'Hello, Ada!')\n})\n"
  await writeFile(join(stage.workspace, 'test/greet.test.js'), broken)
  const story = playStory({ stage, narrator: silent, answers: playedAnswers })
  await expect(story).rejects.toThrow(new UnexpectedOutcome('the tests pass (exit code 1)'))
})

test.each([['1'], ['2'], ['all']])('whatever hunks are taken, the story holds: %s', { timeout: 60_000 }, async (take) => {
  await using stage = await openStage(new AbortController().signal)
  const review: Answers['review'] = async (question) => answerOf(question, { take })
  await playStory({ stage, narrator: silent, answers: { ...playedAnswers, review } })
  expect(await stage.read('README.md')).toContain('TODO')
})
