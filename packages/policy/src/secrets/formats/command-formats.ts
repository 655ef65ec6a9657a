// Passwords in command lines, by program: `-p` is a password for one and a port for another.

import { isWrittenOut } from '../assigned/literals.ts'
import type { SecretFormat } from './format.ts'

/** The rest of one simple command. */
const REST = '[^\\r\\n|;&]{0,200}?'
const VALUE = '[^\\s"\'|;&]{1,256}'

interface Row {
  readonly programs: string
  /** Between the program's name and the value. */
  readonly flag: string
}

const ROWS: readonly Row[] = [
  { programs: 'docker podman nerdctl buildah skopeo oras crane helm az oc cf', flag: `${REST}login ${REST}-p[ =]["']?` },
  { programs: 'mongo mongosh mongodump mongorestore mongoexport mongoimport psexec', flag: `${REST}-p[ =]["']?` },
  { programs: 'sqlcmd bcp zip unzip', flag: `${REST}-P[ =]?["']?` },
  { programs: '7z 7za 7zz rar unrar', flag: `${REST}-p["']?` },
  { programs: 'openssl', flag: `${REST}(?:-k ["']?|-pass(?:in|out|wd)? ["']?pass:)` },
  { programs: 'ldapsearch ldapadd ldapmodify ldapwhoami', flag: `${REST}-w ["']?` },
  { programs: 'htpasswd', flag: `${REST}-[a-zA-Z]*b[a-zA-Z]* \\S{1,128} \\S{1,64} ["']?` },
  { programs: 'rabbitmqctl', flag: '(?:add_user|change_password) \\S{1,64} ["\']?' },
  { programs: 'vault', flag: 'login (?:-\\S{1,40} ){0,4}(?![a-z]+=|-)["\']?' },
  { programs: 'kubectl oc', flag: `${REST}create secret ${REST}--from-literal[ =]["']?[\\w.-]{1,64}=["']?` },
  { programs: 'sqlplus', flag: '(?:-\\S{1,8} ){0,3}["\']?[^\\s/"\']{1,64}/' },
]

export const COMMAND_FORMATS: readonly SecretFormat[] = ROWS.map(({ programs, flag }) => {
  const names = programs.split(' ')
  return {
    name: `password of ${names[0]}`,
    triggers: names.map((name) => `${name} `),
    pattern: new RegExp(`((?:${names.join('|')}) ${flag})${VALUE}`, 'y'),
    accept: isWrittenOut,
  }
})
