// The pages of docs/reference, made from the same values that the code uses. A test fails if a page is stale.
import { ERROR_CODES, LIMITS, MOVES, ROUTES, type Route, STATUSES } from '../../packages/protocol/src/index.ts'
import { CATALOGUE } from '../../packages/tools/src/index.ts'
import { events } from './events-page.ts'
import { page, table } from './markdown.ts'

function errors(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, entry]) => [
    `\`${code}\``,
    entry.http,
    entry.sentence,
    entry.advice,
    entry.retry ? 'yes' : 'no',
  ])
  return page('Error codes', table(['code', 'HTTP', 'the message begins', 'what to do', 'can trying again help'], rows))
}

function lifecycle(): string {
  const moves = STATUSES.flatMap((from) => Object.entries(MOVES[from]).map(([move, to]) => ({ from, move, to })))
  const diagram = [
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> pending',
    ...moves.map(({ from, move, to }) => `  ${from} --> ${to}: ${move}`),
  ]
  const ends = STATUSES.filter((status) => Object.keys(MOVES[status]).length === 0).map((status) => `  ${status} --> [*]`)
  return page(
    'Life of an execution',
    'Nothing else changes a status; a move that is not in the table is refused. `executing` needs a clearance.',
    [...diagram, ...ends, '```'].join('\n'),
    table(
      ['from', 'move', 'to'],
      moves.map(({ from, move, to }) => [from, `\`${move}\``, to]),
    ),
  )
}

const limits = (): string =>
  page(
    'Limits',
    table(
      ['limit', 'value'],
      Object.entries(LIMITS).map(([name, value]) => [`\`${name}\``, value.toLocaleString('en')]),
    ),
  )

function routes(): string {
  const rows = Object.entries(ROUTES as Record<string, Route>).map(([name, route]) => [
    `\`${route.method} ${route.path}\``,
    route.summary,
    route.roles.length > 0 ? route.roles.join(', ') : 'open',
    `\`${name}\``,
  ])
  return page('Routes', 'Schemas are in `/openapi.json` of a running server.', table(['route', 'what', 'who', 'client method'], rows))
}

function tools(): string {
  const parts = CATALOGUE.map((tool) => {
    const examples = tool.examples.map(({ title, input, risk, refuses }) => [
      title,
      `\`${JSON.stringify(input)}\``,
      refuses ? `refused: \`${refuses}\`` : (risk ?? ''),
    ])
    return [
      `## ${tool.name}`,
      tool.forModel,
      `Also called ${tool.aliases.map((alias) => `\`${alias}\``).join(', ') || 'nothing else'}. Usual risk ${tool.usualRisk}. May fail with ${tool.fails.map((code) => `\`${code}\``).join(', ')}.`,
      table(['example', 'parameters', 'verdict in a sandbox'], examples),
    ].join('\n\n')
  })
  return page('Tools', ...parts)
}

export const PAGES: Readonly<Record<string, () => string>> = {
  'errors.md': errors,
  'events.md': events,
  'lifecycle.md': lifecycle,
  'limits.md': limits,
  'routes.md': routes,
  'tools.md': tools,
}
