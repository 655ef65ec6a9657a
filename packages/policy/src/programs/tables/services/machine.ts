// Other hosts, other processes and the settings of the machine.
import type { Program } from '../../program.ts'
import { programsOf } from '../row.ts'

const listed = programsOf('utility')
const unlisted = programsOf('unlisted')

// Stryker disable all: rows of data; each row has a line that passes and one that must not.
const HOSTS: readonly Program[] = [
  unlisted('ssh mosh telnet sshpass ssh-copy-id ssh-add autossh', 'sends', ['ssh host.example.com ls', 'ssh -F ../x host.example.com']),
  unlisted('scp sftp rsync rclone lftp ftp tftp', 'sends', ['rsync -a src host:dst', 'rsync -a ../src host:dst']),
  unlisted('nc ncat netcat socat nmap tcpdump iperf3 websocat', 'sends', ['nc -z localhost 80', 'nc -z localhost 80 ../x']),
  unlisted('ping ping6 traceroute tracepath mtr dig nslookup host whois getent', 'sends', ['dig example.com', 'dig -f ../x']),
  unlisted('ngrok cloudflared localtunnel lt tailscale', 'sends', ['ngrok http 80', 'ngrok start --config ../x']),
  unlisted('mail sendmail mutt msmtp', 'sends', ['mail a@example.com', 'mail -a ../x a@example.com']),
  unlisted('aria2c axel lynx w3m links xh grpcurl ab wrk hey k6 vegeta', 'sends', [
    'hey http://example.com',
    'hey -D ../x http://example.com',
  ]),
]

const PROCESSES: readonly Program[] = [
  listed('ps pgrep pidof pstree', 'controls', ['ps aux', 'ps aux ../x']),
  listed('kill pkill killall', 'controls', ['kill -9 1234', 'kill -9 ../x']),
  listed('lsof netstat ss fuser', 'controls', ['lsof -i :3000', 'lsof ../x']),
  unlisted('top htop btop iotop vmstat iostat dmesg journalctl w who last', 'controls', ['top -b -n 1', 'journalctl -D ../x']),
  unlisted('renice ionice taskset chrt', 'controls', ['renice 10 1234', 'renice 10 ../x']),
  unlisted('tmux screen byobu zellij', 'controls', ['tmux ls', 'tmux -f ../x ls']),
  unlisted('pm2 supervisorctl forever nginx apachectl caddy', 'controls', ['pm2 list', 'pm2 start ../x']),
]

const SETTINGS: readonly Program[] = [
  unlisted('systemctl service launchctl loginctl hostnamectl timedatectl sysctl', 'controls', [
    'systemctl status a',
    'systemctl enable ../x',
  ]),
  unlisted('ip ifconfig route iptables nft ufw', 'controls', ['ip addr', 'ip -b ../x']),
  unlisted('crontab at batch', 'installs', ['crontab -l', 'crontab ../x']),
  unlisted('brew port nix nix-env nix-shell nix-build asdf mise direnv chezmoi stow', 'installs', ['brew install jq', 'brew install ../x']),
  unlisted('useradd usermod groupadd passwd chsh visudo', 'installs', ['passwd', 'passwd ../x']),
  unlisted('code cursor codium subl idea zed', 'controls', ['code a.ts', 'code ../a.ts']),
  unlisted('open xdg-open osascript pbcopy pbpaste xclip xsel wl-copy wl-paste notify-send', 'controls', ['open a.html', 'open ../a.html']),
  unlisted('vim vi nvim nano emacs ed ex less more man', 'code', ['vim a.ts', 'vim ../a.ts']),
  unlisted('gpg gpg2 age pass secret-tool ssh-agent', 'code', ['gpg --list-keys', 'gpg -d ../x']),
  unlisted('claude codex gemini aider opencode ollama llm', 'sends', ['ollama list', 'ollama create -f ../x']),
]

export const HOSTS_AND_PROCESSES: readonly Program[] = [...HOSTS, ...PROCESSES, ...SETTINGS]
