// The URLs of the providers, unless the configuration names others.
import type { ProviderName } from '../providers/model-settings.ts'

const BASE_URLS: Record<Exclude<ProviderName, 'openai-compatible'>, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

export const baseUrlOf = (provider: ProviderName, given: string | undefined): string =>
  (given ?? (provider === 'openai-compatible' ? '' : BASE_URLS[provider])).replace(/\/+$/, '')

/** Undefined if the URL is valid. */
export function problemOfUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'write an address that begins with http:// or https://'
  return url.username || url.password ? 'an address holds no password; set the key separately' : undefined
}
