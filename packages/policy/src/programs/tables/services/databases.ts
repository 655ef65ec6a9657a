// Clients of databases. They reach a service of this machine or another host, and run what they are told there.
import { text, word } from '../../../command/option-table.ts'
import type { Program } from '../../program.ts'
import { programsOf, raise, row } from '../row.ts'

const client = programsOf('unlisted')

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
export const DATABASES: readonly Program[] = [
  client('psql', 'controls', ['psql -c "select 1"', 'psql -h db.example.com -c "select 1"'], {
    options: {
      '-h --host -p --port -U --username -d --dbname -c --command -v --set --variable': text,
      '-f --file -o --output -L --log-file': word,
    },
    raises: raise('sends', '-h --host'),
  }),
  client(
    'pg_dump pg_dumpall pg_restore createdb dropdb createuser dropuser pg_isready pgbench vacuumdb reindexdb',
    'controls',
    ['pg_dump app', 'pg_dump -h db.example.com app'],
    {
      options: { '-h --host -p --port -U --username -d --dbname': text, '-f --file': word },
      raises: raise('sends', '-h --host'),
    },
  ),
  client('pg_ctl initdb postgres pg_ctlcluster mysqld mongod redis-server', 'controls', ['pg_ctl start', 'pg_ctl -D ../x start']),
  client('mysql mariadb mysqldump mysqladmin mariadb-dump', 'controls', ['mysql -e "select 1"', 'mysql -h db.example.com'], {
    options: { '-e --execute -u --user -P --port -D --database -h --host': text },
    raises: raise('sends', '-h --host'),
  }),
  client('redis-cli valkey-cli', 'controls', ['redis-cli get a', 'redis-cli -h cache.example.com get a'], {
    options: { '-h -p -a -n -u': text },
    raises: raise('sends', '-h -u'),
  }),
  client(
    'mongosh mongo mongodump mongorestore mongoimport mongoexport',
    'controls',
    ['mongosh --eval 1', 'mongosh --host db.example.com'],
    {
      options: { '--eval --host --port -u -p --uri': text },
      raises: raise('sends', '--host --uri'),
    },
  ),
  client(
    'cqlsh influx clickhouse clickhouse-client cockroach sqlcmd sqlplus snowsql etcdctl consul nats rabbitmqctl kafka-topics',
    'sends',
    ['sqlcmd -Q "select 1"', 'sqlcmd -i ../x'],
  ),
  // Both run commands of the system from within their language (`.shell`, `writefile`).
  {
    names: 'sqlite3',
    toolchain: 'utility',
    rows: [
      row('', 'code', 'sqlite3 app.db "select 1"', 'sqlite3 ../app.db "select 1"', {
        options: { '-cmd -separator -newline -nullvalue -init': text },
      }),
      row('--version|-version|-help', 'looks', 'sqlite3 --version', 'sqlite3 app.db .shell'),
    ],
  },
  client('duckdb', 'code', ['duckdb app.db', 'duckdb ../app.db']),
]
