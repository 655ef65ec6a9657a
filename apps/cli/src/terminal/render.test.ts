import { sentence } from '@countersign/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { catalogueFor, render, renderAll } from './render.ts'

describe('a sentence of the server on a terminal', () => {
  beforeEach(() => vi.stubEnv('LC_ALL', 'ru_RU.UTF-8'))
  afterEach(() => vi.unstubAllEnvs())

  test('is rendered in the language of the locale', () => {
    expect(render('Write a.md', sentence('title.write', { path: 'a.md' }))).toBe('Записать a.md')
    expect(renderAll(['Writes a', 'old'], [sentence('reason.writes', { path: 'a' })])).toEqual(['Записывает a', 'old'])
  })

  test('is its text where it has no form, or one that is unknown here', () => {
    expect(render('Write a.md', undefined)).toBe('Write a.md')
    expect(render('Fly', { form: 'title.fly' })).toBe('Fly')
  })
})

test('the first variable of the locale that is set decides; every other language is English', () => {
  expect(catalogueFor({ LC_ALL: '', LC_MESSAGES: 'zh_CN.UTF-8', LANG: 'ru_RU.UTF-8' }).language).toBe('zh')
  expect(catalogueFor({ LANG: 'ru' }).language).toBe('ru')
  for (const LANG of ['C.UTF-8', 'de_DE.UTF-8', 'rundi', '']) expect(catalogueFor({ LANG }).language).toBe('en')
})
