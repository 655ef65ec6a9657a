// Ways to read or write what is not of the workspace, or is hidden in it.
import { renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Probe, type Scene, sayIfDone } from './probe.ts'

const reading = (title: string, line: Probe['line']): Probe => ({ title, line, reachesBare: true })

const OPEN = 'chmod 755 .kube deploy; cat .kube/config deploy/secrets/token'

/** By the command that moves it, by the next one, and by the next one that only reads. */
const carried = (title: string, first: string, line: string): Probe[] => [
  reading(title, () => `${first}; ${line}`),
  { ...reading(`${title}, by the next command`, () => line), first },
  { ...reading(`${title}, by the next command that only reads`, () => line), first, risk: 'LOW' },
]

export const FILE_PROBES: readonly Probe[] = [
  reading('a file beside the workspace', ({ secretFile }) => `cat ${secretFile}`),
  reading('the same by a way up', () => 'cat ../../beside/secret.txt'),
  reading('a file that another user lets everybody read', ({ othersFile }) => `cat ${othersFile}`),
  reading('a key of the home folder', ({ home }) => `cat ${home}/.ssh/id_rsa`),
  reading('all of the home folder', ({ home }) => `grep -rs TOP ${home}`),
  { title: '/etc/bareCopy', line: () => sayIfDone('cat /etc/bareCopy') },
  {
    title: 'the rest of the disk',
    line: () =>
      'find /root /home /var /srv /mnt /media /boot /sys /run /oldroot /newroot -type f 2>/dev/null | head -3 | sed "s/^/REACHED /"',
    reachesBare: true,
  },
  {
    title: 'a file through a link that is made inside',
    line: ({ secretFile }) => `ln -s ${secretFile} out; cat out; ln -s ${dirname(secretFile)} folder-out; cat folder-out/*`,
    reachesBare: true,
  },
  {
    title: 'a folder that is swapped for a link out while it is read',
    line: () => 'for i in $(seq 300); do cat swapped/secret.txt; done 2>/dev/null',
    meanwhile: swapFolder,
    reachesBare: true,
  },
  reading(
    'a file through the root of another process',
    ({ secretFile }) => `cat /proc/[0-9]*/root${secretFile} /proc/[0-9]*/cwd/../beside/secret.txt`,
  ),
  reading('a secret by its name', () => 'cat .env deep/server.key'),
  reading('a secret by a search', () => 'grep -rs TOP . ; find . -type f -exec cat {} +'),
  { ...reading('a secret by a search that only reads', () => 'grep -rs TOP . ; find . -type f -exec cat {} +'), risk: 'LOW' },
  reading('a secret by a hard link', () => 'ln .env copy; cat copy'),
  reading('a secret by another name', () => 'mv .env x; mv deep away; cp -r . /tmp/all; cat x away/server.key /tmp/all/.env'),
  ...carried('a secret by the folder that it lies in', 'mv .kube k; cat k/config', 'cat k/config'),
  ...carried('a secret by a folder above it', 'mv deploy d; mv d/secrets d/s; cat d/s/token deploy/secrets/token', 'cat d/s/token'),
  ...carried('a secret by a name that is no text', "mv .kube $'k\\xe9'; cat $'k\\xe9/config'", "cat $'k\\xe9/config'; grep -rs TOP ."),
  ...carried('a secret in a folder that was shut', 'chmod 311 .kube; mv .kube k', `cat .kube/config k/config; grep -rs TOP .; ${OPEN}`),
  ...carried('a secret in a folder that was shut for good', 'chmod 000 .kube deploy', `cat .kube/config; grep -rs TOP .; ${OPEN}`),
  ...carried('a secret in a folder that can be read but not entered', 'chmod 400 deploy', `cat deploy/secrets/token; ${OPEN}`),
  {
    ...reading('a secret in a folder whose name is no text, by a search that only reads', () => 'grep -rhs TOP .'),
    first: "mkdir -p $'caf\\xe9/.kube'; echo 'TOP-SECRET''-7431' | tee $'caf\\xe9/.env' $'caf\\xe9/.kube/config' > $'\\xff.pem'",
    risk: 'LOW',
  },
  reading('a secret in an archive', () => 'tar cf - . | tr -d "\\0" | grep -a TOP'),
  { title: 'a secret by taking away what lies over it', line: () => 'umount .env deep/server.key; rm -f .env; cat .env deep/server.key' },
  { title: 'a place outside to write to', line: writesOutside },
  {
    title: 'any place at all for what only reads',
    line: () =>
      'for d in . src .git /tmp /run /home/user /dev /dev/shm /var/tmp /usr /etc; do (echo x > $d/probe) 2>/dev/null && echo REACHED $d; done; rm -f a.txt; touch a.txt; chmod 777 a.txt',
    risk: 'LOW',
    reachesBare: true,
  },
]

function writesOutside({ secretFile }: Scene): string {
  const places = [dirname(secretFile), '/usr/bin', '/etc', '/', '/opt', '/var', '/home', '/root', '/lib']
  return places.map((place) => sayIfDone(`echo x > ${place}/countersign-probe`)).join('; ')
}

function swapFolder({ root, secretFile }: Scene): Disposable {
  const timer = setInterval(() => {
    renameSync(`${root}/swapped`, `${root}/aside`)
    symlinkSync(dirname(secretFile), `${root}/swapped`)
    const until = performance.now() + 3
    while (performance.now() < until);
    unlinkSync(`${root}/swapped`)
    renameSync(`${root}/aside`, `${root}/swapped`)
  }, 3)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
