// Local model servers turn the schema of a tool into a grammar, and many fail on patterns and large limits. These are removed
// here: each call is checked against the full schema anyway, and the model is told what is wrong.

const LEFT_OUT = new Set(['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'exclusiveMinimum', 'format'])

export function plainSchema(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(schema).filter(([keyword]) => !LEFT_OUT.has(keyword))
  return Object.fromEntries(
    entries.map(([keyword, value]) => [keyword, keyword === 'properties' ? plainProperties(value) : plainValue(value)]),
  )
}

/** A property may have the same name as a keyword. */
const plainProperties = (properties: unknown): unknown =>
  isSchema(properties) ? Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, plainValue(value)])) : properties

function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  return isSchema(value) ? plainSchema(value) : value
}

const isSchema = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
