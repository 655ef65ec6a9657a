// Recognises a request for the demo story.
import type { Language } from '../forms/form.ts'

const ASKING: Readonly<Record<Language, RegExp>> = {
  en: /^(?:please )?(?:(?:show|play|run|start|give)(?: me)? )?(?:the |a )?demo(?: story)?(?:,? please)?$/iu,
  ru: /^(?:пожалуйста,? )?(?:(?:покажи|запусти|сыграй|включи|начни)(?:те)?(?: мне)? )?(?:демо|демонстрацию|демо-историю|демоисторию)(?:,? пожалуйста)?$/iu,
  zh: /^(?:请)?(?:给我|帮我)?(?:演示一下|(?:播放|开始|运行|看看|看一下|看)?(?:这个)?演示(?:故事)?)(?:吧)?$/u,
}

/** The language of the request; undefined if it is about something else. */
export function asksForStory(request: string): Language | undefined {
  const sentence = request.trim().replace(/[.!?。！？]+$/u, '')
  return (Object.keys(ASKING) as Language[]).find((language) => ASKING[language].test(sentence))
}
