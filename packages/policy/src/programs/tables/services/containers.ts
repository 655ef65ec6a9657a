// Containers: the daemon does what it is told as root on the whole machine, so everything that speaks to it is HIGH.
import { text, word } from '../../../command/option-table.ts'
import type { Program, ProgramRow } from '../../program.ts'
import { raise, row } from '../row.ts'

const COMPOSE_OPTIONS = {
  '-f --file --env-file --project-directory': word,
  '-p --project-name --profile --ansi --progress --parallel': text,
}

/** `docker compose X` and `docker-compose X`. */
const composeRows = (program: string, before: string): ProgramRow[] => [
  row(
    `${before}up|down|start|stop|restart|kill|pause|unpause|rm|create|run|exec|ps|logs|top|events|stats|images|ls|port|wait|attach|cp|scale|watch`,
    'controls',
    `${program} ${before}up -d`,
    `${program} ${before}up --env-file ../x`,
    { options: COMPOSE_OPTIONS },
  ),
  row(`${before}build|pull|export|commit|volumes`, 'controls', `${program} ${before}build`, `${program} ${before}build ../x`, {
    options: COMPOSE_OPTIONS,
  }),
  row(`${before}config|convert|version`, 'looks', `${program} ${before}config`, `${program} ${before}up`, { options: COMPOSE_OPTIONS }),
  row(`${before}push|publish`, 'sends', `${program} ${before}push`, `${program} ${before}push ../x`, { options: COMPOSE_OPTIONS }),
]

const ENGINE =
  'run|exec|start|stop|restart|kill|rm|create|pause|unpause|wait|attach|rename|update|cp|commit|diff|export|import|load|save|tag|rmi|build|' +
  'pull|ps|logs|top|stats|events|port|inspect|images|history|info|version|image|container|network|volume|system|builder|buildx|service|' +
  'stack|swarm|node|secret|config|plugin|manifest|checkpoint|bake|debug|desktop|model|mcp|init|sandbox|pod|play|generate|healthcheck|machine|kube|unshare'

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const CONTAINERS: readonly Program[] = [
  {
    names: 'docker podman nerdctl',
    toolchain: 'docker',
    // Those of compose stand between its words: `docker compose -f FILE up`.
    options: { ...COMPOSE_OPTIONS, '-c --context -H --host -l --log-level': text, '--config --tlscacert --tlscert --tlskey': word },
    otherwise: 'controls',
    raises: { ...raise('sends', '-H --host -c --context'), ...raise('code', '--config') },
    rows: [
      // It may load plugins of the user, but speaks to nobody.
      row('--version|-v|--help|-h|help', 'looks', 'docker --version', 'docker ps'),
      ...composeRows('docker', 'compose '),
      row(ENGINE, 'controls', 'docker ps', 'docker -H tcp://example.com ps'),
      row('push|login|logout|search|trust|scout|scan|context|pass|offload', 'sends', 'docker push a/b', 'docker login ../x'),
    ],
  },
  {
    names: 'docker-compose podman-compose',
    toolchain: 'docker',
    options: COMPOSE_OPTIONS,
    otherwise: 'controls',
    rows: [...composeRows('docker-compose', ''), row('--version|-v|--help', 'looks', 'docker-compose --version', 'docker-compose up')],
  },
  { names: 'hadolint dockerfilelint', toolchain: 'docker', rows: [row('', 'looks', 'hadolint Dockerfile', 'hadolint ../Dockerfile')] },
  {
    names: 'buildah skopeo crane dive trivy grype syft kind minikube k3d colima lima limactl',
    toolchain: 'unlisted',
    rows: [row('', 'controls', 'kind get clusters', 'kind create cluster --config ../x')],
  },
]
