// Secrets recognised by their structure: key blocks, web tokens, addresses with a password, headers, signed links, password hashes.

import { isBasicCredential, isOpaque, isWrittenOut } from '../assigned/literals.ts'
import { type SecretFormat, WORD_START } from './format.ts'

export const STRUCTURED_FORMATS: readonly SecretFormat[] = [
  {
    // Also without its last line, as in truncated output; the body may be quoted, escaped or part of a diff.
    name: 'private key block',
    triggers: ['-----BEGIN ', '---- BEGIN '],
    pattern: new RegExp(
      `(-{4,5} ?BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)? ?-{4,5})` +
        `(?:\\s{0,4}[A-Za-z-]{3,20}: [^\\r\\n]{0,100}(?=[\\r\\n])){0,8}` +
        `(?:[A-Za-z0-9+/=\\s\\\\"',]|-(?!---)){0,100000}` +
        `(?:-{4,5} ?END [A-Z0-9 ]{0,40}-{4,5})?`,
      'y',
    ),
    accept: (secret) => /[A-Za-z0-9+/=]{24}/.test(secret),
  },
  {
    name: 'PuTTY key',
    triggers: ['Private-Lines:'],
    pattern: /(Private-Lines: ?\d{1,3}\r?\n)[A-Za-z0-9+/=\r\n]{24,20000}/y,
  },
  {
    name: 'JSON web token',
    triggers: ['eyJ'],
    pattern:
      /(?<=^|[^A-Za-z0-9_-]|\\[nrt]|%[0-9A-Fa-f]{2}|\[[0-9;]{0,12}m|sk\.|pk\.|u=)(eyJ)[A-Za-z0-9_-]{7,3000}\.{1,2}[A-Za-z0-9_-]{8,8000}(?:\.[A-Za-z0-9_-]{0,8000}){0,4}/y,
  },
  {
    name: 'Grafana key',
    triggers: ['eyJrIjoi'],
    pattern: new RegExp(`${WORD_START}(eyJrIjoi)[A-Za-z0-9+/=]{40,400}`, 'y'),
  },
  {
    name: 'address with a password',
    triggers: ['://'],
    pattern: /(:\/\/[^\s:/?#@"'<>`]{0,128}:)[^\s/?#"'<>`]{1,256}(?=@)/y,
    accept: isWrittenOut,
  },
  {
    // The character class excludes `/`, so a password with a slash is cut at the first one; this row masks the rest of such an address.
    name: 'database address with an odd password',
    triggers: ['postgres://', 'postgresql://', 'mysql://', 'mongodb://', 'mongodb+srv://', 'redis://', 'rediss://', 'amqp://', 'amqps://'],
    pattern: /([a-z+]{5,11}:\/\/[^\s:/?#@"'<>`]{0,128}:)[^\s"'<>`@]{1,256}(?=@[\w.-]{1,253}(?:[:/,?\s"'`]|$))/y,
    accept: isWrittenOut,
  },
  {
    name: 'address with a token for a name',
    triggers: ['://'],
    pattern: /(:\/\/)[A-Za-z0-9_-]{20,256}(?=@)/y,
    accept: isOpaque,
  },
  {
    name: 'bearer token',
    triggers: ['bearer '],
    pattern: /(bearer {1,4}["']?)[A-Za-z0-9._~+/=-]{8,4000}/iy,
    accept: isOpaque,
  },
  {
    name: 'basic credentials',
    triggers: ['basic '],
    pattern: /(basic {1,4}["']?)[A-Za-z0-9+/_-]{6,2000}={0,2}/iy,
    accept: isBasicCredential,
  },
  {
    name: 'registry login',
    triggers: ['"auth"'],
    pattern: /("auth"\s{0,4}:\s{0,4}")[A-Za-z0-9+/]{8,2000}={0,2}(?=")/y,
    accept: isBasicCredential,
  },
  {
    name: 'Firebase server key',
    triggers: [':APA91b'],
    pattern: /(:APA91b)[A-Za-z0-9_-]{100,200}/y,
  },
  {
    name: 'Authorization header with another scheme',
    triggers: ['authorization: token ', 'authorization: apikey ', 'authorization: ssws ', 'authorization: bot '],
    pattern: /(authorization: \w{3,6} {1,4})[^\s"'${<]{8,2000}/iy,
  },
  {
    name: 'Slack webhook',
    triggers: ['hooks.slack.com/'],
    pattern: /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[A-Za-z0-9_/-]{20,200}/y,
  },
  {
    name: 'Discord webhook',
    triggers: ['discord.com/api/', 'discordapp.com/api/'],
    pattern: /(discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{15,21}\/)[A-Za-z0-9_-]{40,100}/y,
  },
  {
    name: 'Teams or Zapier webhook',
    triggers: ['webhook.office.com/', 'hooks.zapier.com/'],
    pattern: /((?:webhook\.office\.com\/webhookb2|hooks\.zapier\.com\/hooks\/catch)\/)[A-Za-z0-9@/_-]{12,300}/y,
  },
  {
    name: 'Telegram bot token',
    triggers: [':AA'],
    pattern: /(?<=(?:^|[^0-9A-Za-z]|bot)\d{8,10})(:)AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/y,
  },
  {
    name: 'Discord bot token',
    triggers: ['.'],
    nextDot: 7,
    pattern: /(?<=(?:^|[^A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{23,27})(\.)[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])/y,
  },
  {
    name: 'Azure storage or service bus key',
    triggers: ['AccountKey=', 'SharedAccessKey=', 'SharedSecretValue=', 'AccessKey='],
    pattern: /((?:Account|SharedAccess|Access)Key=|SharedSecretValue=)[A-Za-z0-9+/%]{32,128}={0,2}/y,
  },
  {
    name: 'Terraform Cloud token',
    triggers: ['.atlasv1.'],
    pattern: /(\.atlasv1\.)[A-Za-z0-9_=-]{60,70}/y,
  },
  {
    name: 'Azure client secret',
    triggers: ['Q~'],
    pattern: /(?<=(?:^|[^A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\d)(Q~)[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/y,
  },
  {
    name: 'signed link',
    triggers: ['sig=', 'x-amz-signature=', 'x-amz-security-token=', 'x-goog-signature=', 'signature='],
    pattern: /(?<=[?&;]|%26|&amp;)((?:x-amz-|x-goog-)?(?:sig|signature|security-token)=)[A-Za-z0-9%+/_=-]{32,2000}/iy,
  },
  {
    name: 'Mailchimp key',
    triggers: ['-us'],
    startsBefore: 32,
    pattern: new RegExp(`${WORD_START}[0-9a-f]{32}-us\\d{1,2}(?!\\w)`, 'y'),
  },
  {
    name: 'hashed password',
    triggers: ['$2a$', '$2b$', '$2y$', '$apr1$', '$1$', '$5$', '$6$', '$y$', '$argon2', '$scrypt$', '$pbkdf2'],
    pattern:
      /(\$(?:2[aby]|apr1|[156y]|argon2(?:id|i|d)|scrypt|pbkdf2(?:-sha\d{1,3})?)\$)(?:[A-Za-z0-9./=,+-]{1,40}\$){0,4}[A-Za-z0-9./+]{20,200}/y,
  },
  {
    name: 'netrc line',
    triggers: ['password '],
    pattern: /(?<=login[ \t]{1,8}\S{1,128}\s{1,8})(password[ \t]{1,8})\S{1,256}/y,
  },
  {
    name: 'database user',
    triggers: ['identified by '],
    pattern: /(identified by (?:password )?["'])[^"'\r\n]{1,256}(?=["'])/iy,
  },
  {
    name: 'password in a command line',
    triggers: ['curl ', 'sshpass ', 'mysql ', 'mysqldump ', 'mysqladmin ', 'redis-cli ', 'smbclient '],
    pattern:
      /((?:curl [^\r\n|;&]{0,200}?(?:-u|--user|-U|--proxy-user)[ =]?["']?[^\s:"']{1,64}:|sshpass -p ?["']?|mysql(?:dump|admin)? [^\r\n|;&]{0,200}?-p["']?(?=\S)|redis-cli [^\r\n|;&]{0,200}?-a ["']?|smbclient [^\r\n|;&]{0,200}?-U ?["']?[^\s%"']{1,64}%))[^\s"'|;&]{1,256}/y,
    accept: isWrittenOut,
  },
]
