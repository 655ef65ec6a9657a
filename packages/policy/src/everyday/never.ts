// Programs that are never run, in any mode and whatever a policy says, each with advice on what to do instead.
import type { PlainFormName } from '@countersign/protocol'

const ROWS: readonly (readonly [names: string, advice: PlainFormName])[] = [
  ['sudo doas pkexec sudoedit', 'advice.no-more-rights'],
  ['su runuser', 'advice.no-other-user'],
  ['mount umount fdisk parted mkswap swapon swapoff losetup cryptsetup insmod modprobe rmmod', 'advice.disks'],
  ['shutdown reboot halt poweroff init telinit', 'advice.machine-by-person'],
  ['ssh-keygen openssl', 'advice.keys-by-person'],
  ['apt apt-get aptitude dpkg yum dnf rpm pacman zypper apk emerge snap flatpak', 'advice.packages-by-person'],
]

const NEVER: ReadonlyMap<string, PlainFormName> = new Map(
  ROWS.flatMap(([names, advice]) => names.split(' ').map((name) => [name, advice] as const)),
)

export const adviceForNever = (name: string): PlainFormName | undefined =>
  NEVER.get(name.split('/').at(-1) ?? name) ?? (/^(?:.*\/)?mkfs(?:\.|$)/.test(name) ? 'advice.disks' : undefined)
