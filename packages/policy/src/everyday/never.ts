// Programs that are never run, in any mode and whatever a policy says, each with advice on what to do instead.
import type { PlainFormName } from '@countersign/protocol'
import type { Field } from '../script/run.ts'
import { type Found, NOTHING, refused } from './found.ts'

const ROWS: readonly (readonly [names: string, advice: PlainFormName])[] = [
  ['sudo doas pkexec sudoedit sudo-rs visudo run0 gosu su-exec', 'advice.no-more-rights'],
  ['su runuser', 'advice.no-other-user'],
  ['mount umount fdisk parted mkswap swapon swapoff losetup cryptsetup insmod modprobe rmmod', 'advice.disks'],
  ['shutdown reboot halt poweroff init telinit', 'advice.machine-by-person'],
  ['ssh-keygen openssl', 'advice.keys-by-person'],
  [
    'apt apt-get apt-mark apt-key add-apt-repository aptitude dpkg yum dnf rpm pacman zypper apk emerge snap flatpak',
    'advice.packages-by-person',
  ],
]

const NEVER: ReadonlyMap<string, PlainFormName> = new Map(
  ROWS.flatMap(([names, advice]) => names.split(' ').map((name) => [name, advice] as const)),
)

export const adviceForNever = (name: string): PlainFormName | undefined =>
  NEVER.get(name.split('/').at(-1) ?? name) ?? (/^(?:.*\/)?mkfs(?:\.|$)/.test(name) ? 'advice.disks' : undefined)

/** Where the words of a program are not understood, what is never run is refused wherever it stands in them. */
export function refuseNever({ args }: { readonly args: readonly Field[] }): Found {
  const words = args.flatMap(({ text }) => text.split(/[\s;&|()=]+/))
  const name = words.find((word) => adviceForNever(word) !== undefined)
  return name === undefined ? NOTHING : refused('COMMAND_NOT_ALLOWED', name, adviceForNever(name))
}

/** Programs that run another one, and are not looked through: `watch sudo x`. */
export const RUNS_OTHERS: ReadonlySet<string> = new Set(
  (
    'watch flock strace ltrace gdb script parallel unshare nsenter setpriv taskset chrt prlimit chroot busybox toybox firejail bwrap fakeroot ' +
    'systemd-run start-stop-daemon dbus-run-session dbus-launch xvfb-run expect unbuffer entr torsocks proxychains sg newgrp cpulimit numactl caffeinate'
  ).split(' '),
)
