// The facts in an error of a provider, whatever its shape: an HTTP reply, an event inside a stream, or a broken connection.

export interface ErrorFacts {
  readonly status: number | undefined
  /** The provider's own message. */
  readonly message: string
  /** Everything the provider sent, to search for codes. */
  readonly text: string
  /** A code of the network, such as ECONNREFUSED. */
  readonly networkCode: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** A reply arrived, but not in the expected format. */
  readonly isMalformed: boolean
}

interface ErrorShape {
  readonly name?: unknown
  readonly message?: unknown
  readonly statusCode?: unknown
  readonly code?: unknown
  readonly type?: unknown
  readonly responseBody?: unknown
  readonly responseHeaders?: unknown
  readonly data?: unknown
  readonly cause?: unknown
}

const LOOKED_AT_CHARACTERS = 8_000
const MALFORMED = new Set(['AI_JSONParseError', 'AI_TypeValidationError', 'AI_InvalidResponseDataError', 'AI_EmptyResponseBodyError'])
const NETWORK_CODE = /^(?:E[A-Z]{4,}|UND_ERR_\w+|CERT_\w+|ERR_TLS_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+)$/

export function factsOf(error: unknown): ErrorFacts {
  const shape = (typeof error === 'object' && error !== null ? error : { message: String(error) }) as ErrorShape
  const { statusCode, code, type, responseBody, data } = shape
  const message = typeof shape.message === 'string' ? shape.message : 'no reason was given'
  return {
    status: firstStatus(statusCode, code),
    message,
    text: [message, type, code, responseBody, data === undefined ? '' : JSON.stringify(data)].join('\n').slice(0, LOOKED_AT_CHARACTERS),
    networkCode: networkCodeOf(shape),
    headers: (shape.responseHeaders ?? {}) as Record<string, string>,
    isMalformed: typeof shape.name === 'string' && MALFORMED.has(shape.name),
  }
}

const firstStatus = (...values: unknown[]): number | undefined => values.map(Number).find((value) => value >= 400 && value < 600)

function networkCodeOf(error: ErrorShape): string | undefined {
  for (let current: ErrorShape | undefined = error, depth = 0; current && depth < 5; depth++) {
    if (typeof current.code === 'string' && NETWORK_CODE.test(current.code)) return current.code
    // If several addresses were tried, their errors are grouped in one.
    const [first] = (current as { errors?: unknown[] }).errors ?? []
    current = (current.cause ?? first) as ErrorShape | undefined
  }
  return undefined
}
