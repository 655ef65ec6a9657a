// Which names hold a secret: `password`, `API_KEY`, `clientSecret`, `x-auth-token`; not `max_tokens`, `public_key` or `tokenType`. The kind
// 'password' is masked even if its value is an ordinary word; in free text, a 'token' must also look like one.

export type SecretKind = 'password' | 'token'

const PASSWORD_ENDS =
  /(?:password|(?:db|smtp|mail|user|admin|root|mysql|pg|redis|ftp|ssh|sudo|ldap|proxy|store|trust|key|cert)pass|psk|(?:bind|root)pw|passwd|passphrase|passcode|passwort|pwd|mnemonic|seedphrase|recoveryphrase|pgpass|pincode)$/
const TOKEN_ENDS = new RegExp(
  '(?:token|secret|secretkeybase|apikey|authkey|authorization|cookie|credential|credentials|privatekey|secretkey|accesskey|accountkey|' +
    'signingkey|encryptionkey|decryptionkey|masterkey|servicekey|servicerolekey|sessionkey|sharedkey|sharedaccesskey|' +
    'storagekey|sshkey|appkey|applicationkey|consumerkey|subscriptionkey|licensekey|deploykey|deploymentkey|webhookkey|' +
    'adminkey|integrationkey|ingestionkey|writekey|hmackey|jwtkey|clientkeydata|keydata|accesstokens|refreshtokens|apitokens|' +
    'authtokens|apikeys|secretkeys|privatekeys|secrets|cookies|passwords|apisecret|jwt|bearer|authtoken|otp|sessid|jsessionid|' +
    'connectsid|recoverycodes|backupcodes|presharedkey)$',
)

/**
 * Words after the noun that keep it a secret: `password_hash`, `TOKEN_2`, `secretValue`. Any other word makes the name describe something
 * about a secret.
 */
const HARMLESS_ENDS =
  /(?:hash|value|base64|b64|raw|plain|plaintext|header|string|old|new|current|prod|production|dev|staging|test|live|\d+)$/

/** Words before `token` that make it a position in a list, a part of a language or a number. */
const OTHER_TOKENS = new RegExp(
  '(?:^|[^a-z])(?:page|nextpage|next|continuation|continue|cursor|cancel|cancellation|progress|sync|resume|special|eos|bos|pad|unk|mask|sep|' +
    'cls|stop|start|end|first|last|current|prev|previous|peek|syntax|parser|lexer|design|color|max|min|num|per|total|cost|' +
    'expected|unexpected|image|injection|operator|string|comment|keyword|punctuation|non)_?token$',
)

/** `credentials: 'include'`, `cookie: 'session'`: values that only name a mode. */
export const ORDINARY_VALUES = new Set(
  (
    'true false null nil none undefined nan yes no on off auto default empty unset required optional invalid missing expired valid enabled disabled ' +
    'hidden masked redacted removed secret include omit same-origin string str string[] number int integer bool boolean bytes buffer any unknown never ' +
    'object array uint8array arraybuffer int32 int64 float64 sha512 utf8 base64 text varchar char char[] void symbol ' +
    'date basic bearer bearer_token digest oauth oauth2 jwt api_key apikey header query cookie password ' +
    'token file env environment keychain plain plaintext md5 sha1 sha256 bcrypt argon2 scrypt pbkdf2 changed unchanged private public readonly'
  ).split(' '),
)

const MAX_REMEMBERED_NAMES = 4_096
const remembered = new Map<string, SecretKind | undefined>()

/** A project uses few names, again and again; an endless stream of new names only empties the cache. */
export function secretKind(name: string): SecretKind | undefined {
  if (remembered.has(name)) return remembered.get(name)
  if (name.length > 128) return decideKind(name.slice(-128))
  if (remembered.size >= MAX_REMEMBERED_NAMES) remembered.clear()
  const kind = decideKind(name)
  remembered.set(name, kind)
  return kind
}

/** Variables of the shell: its current and previous folder. */
const FOLDERS = /^(?:OLD|INIT|START|ORIG)?_?PWD$/

function decideKind(name: string): SecretKind | undefined {
  if (FOLDERS.test(name)) return undefined
  const snake = name
    .slice(name.lastIndexOf('.') + 1)
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .toLowerCase()
  const words = snake.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '')
  const stem = words.replace(/_/g, '')
  const shorter = stem.replace(HARMLESS_ENDS, '')
  for (const candidate of shorter === stem ? [stem] : [stem, shorter]) {
    if (PASSWORD_ENDS.test(candidate) || /^(?:[a-z0-9]+_)+pass$/.test(words)) return 'password'
    if (TOKEN_ENDS.test(candidate) && !OTHER_TOKENS.test(words)) return 'token'
  }
  return name === '_auth' ? 'token' : undefined
}
