// Sub-commands that have several names, and words with which one command does the work of another. Data only.
import { GIT_COMMANDS, NPM_COMMANDS } from '../../command/index.ts'

const names = (rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(rows).flatMap(([name, others]) => others.split(' ').map((other) => [other, name] as const)))

/** By program: every other name of a sub-command, and the name that rules are compared with. */
export const SUB_COMMAND_ALIASES: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  git: names({ add: 'stage', blame: 'annotate', init: 'init-db' }),
  npm: names({
    install: 'add i in ins inst insta instal isnt isnta isntal isntall',
    ci: 'clean-install ic install-clean isntall-clean',
    'install-test': 'it',
    'install-ci-test': 'cit clean-install-test sit',
    uninstall: 'unlink remove rm r un',
    update: 'u up upgrade udpate',
    run: 'run-script rum urn',
    test: 't tst',
    exec: 'x',
    init: 'create innit',
    config: 'c',
    rebuild: 'rb',
    dedupe: 'ddp',
    ls: 'list',
    ll: 'la',
    link: 'ln',
    view: 'v info show',
    search: 's se find',
    owner: 'author',
    docs: 'home',
    bugs: 'issues',
    explain: 'why',
    'dist-tag': 'dist-tags',
    adduser: 'add-user',
    version: 'verison',
    org: 'ogr',
    help: 'hlep',
  }),
  pnpm: names({
    install: 'i',
    remove: 'rm un uninstall',
    update: 'up upgrade',
    link: 'ln',
    unlink: 'dislink',
    rebuild: 'rb',
    list: 'ls',
    test: 't tst',
    run: 'run-script',
    'install-test': 'it',
    create: 'init',
    config: 'c',
  }),
  yarn: names({ upgrade: 'up', run: 'run-script' }),
  cargo: names({ build: 'b', check: 'c', doc: 'd', run: 'r', test: 't', remove: 'rm' }),
}

/** Programs whose sub-commands are all known: any other word may be an alias of one of them. */
export const KNOWN_SUB_COMMANDS: Readonly<Record<string, (word: string) => boolean>> = {
  git: (word) => Object.hasOwn(GIT_COMMANDS, word),
  npm: (word) => Object.hasOwn(NPM_COMMANDS, word),
}

export const PROGRAM_ALIASES: ReadonlyMap<string, string> = names({ pip: 'pip3', yarn: 'yarnpkg', python: 'python3' })

/** Scripts that npm also runs without `run`; pnpm and yarn run any script that way. */
export const OWN_SCRIPTS: ReadonlySet<string> = new Set(['test', 'start', 'stop', 'restart'])

/** What a deny or ask rule also covers besides its own words, because these commands do the same, alone or among other things. */
export const DONE_BY_OTHERS: Readonly<Record<string, readonly string[]>> = {
  'git push': ['git send-pack', 'git http-push', 'git subtree push'],
  'git fetch': ['git pull', 'git fetch-pack', 'git http-fetch'],
  'npm install': ['npm install-test'],
  'npm ci': ['npm install-ci-test'],
  'npm test': ['npm install-test', 'npm install-ci-test'],
  'npm start': ['npm restart'],
  'npm stop': ['npm restart'],
  'pnpm install': ['pnpm add', 'pnpm install-test'],
  'pnpm add': ['pnpm install'],
  'yarn install': ['yarn add'],
  'yarn publish': ['yarn npm publish'],
  'docker push': ['docker image push', 'docker compose push', 'docker build --push', 'docker buildx build --push'],
  'docker pull': ['docker image pull', 'docker compose pull'],
  'docker build': ['docker image build', 'docker buildx build', 'docker compose build'],
  'docker run': ['docker container run', 'docker compose run'],
  'docker exec': ['docker container exec', 'docker compose exec'],
  'docker rm': ['docker container rm', 'docker compose rm'],
  'docker rmi': ['docker image rm'],
}
