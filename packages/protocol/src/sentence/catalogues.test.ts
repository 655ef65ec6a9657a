import { describe, expect, test } from 'vitest'
import { ENGLISH_FORMS } from './en/index.ts'
import { RUSSIAN } from './ru/index.ts'
import { type Catalogue, type FormName, renderSentence, type Sentence } from './sentence.ts'
import { slotsOf, type Template } from './template.ts'
import { CHINESE } from './zh/index.ts'

const FORMS = Object.keys(ENGLISH_FORMS) as FormName[]

/** Names that stay as they are in every language: programs, tools, parameters, options, files, products. */
const NAMES = new Set(
  `git npm node python sed awk git.diff find tail echo date zip grep ls cat head wc pwd whoami inspect init countersign Countersign runner cd
   apply_patch read_file write_file delete_file execute_command git.branch git.commit path command args cwd offset limit
   actions query list diff .lock lock a package.json npm-shrinkwrap.json runner.toml Authorization Retry-After UTF-8 Windows Shell Git MB
   -c -m -e -printf F Host WebSocket HS256 JSON REST SHA-256 API MB pdf pending initialize Mcp-Session-Id hello reject edit
   call_id unmasked_digest approval_id modified_arguments arguments type tool_call protocol_version result until next_cursor
   allow_operator_calls model provider base_url max_output_tokens api_key_env api_key_file docs models.md v1
   base64 bash chmod go-w config doctor stdio reftable Ed25519 HEAD HEAD.lock objects info alternates dev null -git
   move_file kill_process overwrite recursive paths process_id call_id approval_id tool_call hitl_decision type action apply cancel
   chunks_selected cover_high grant_days project old_text new_text replace_all kept kept.lines kept_diff once CRLF LF SHA-256 user.name
   user.email
   allow terraform plan scripts check.sh max_mode`
    .split(/\s+/)
    .filter(Boolean),
)

/** Lines of a diff and options that stay as they are. */
const PHRASES = /(?:new|deleted) file mode 100644|rename (?:from|to)|--approve low|grants revoke/g

const slotsFor = (form: FormName, count = 2): NonNullable<Sentence['slots']> =>
  Object.fromEntries(slotsOf(ENGLISH_FORMS[form]).map((name, index) => [name, name === 'count' ? count : `‹${index}›`]))

const textsOf = (template: Template): readonly string[] => (typeof template === 'string' ? [template] : Object.values(template))

describe.each([RUSSIAN, CHINESE] as const)('the catalogue of $language', (catalogue: Catalogue) => {
  test('has every form, with the slots of the English one', () => {
    expect(FORMS.filter((form) => catalogue.forms[form] === undefined)).toEqual([])
    for (const form of FORMS)
      for (const text of textsOf(catalogue.forms[form] as Template)) expect(slotsOf(text), form).toEqual(slotsOf(ENGLISH_FORMS[form]))
  })

  test('renders every form without an English word', () => {
    const letters = catalogue.language === 'ru' ? /[а-яё]/i : /\p{Script=Han}/u
    for (const form of FORMS) {
      const text = renderSentence({ form, slots: slotsFor(form) }, catalogue) ?? ''
      const words = text.replaceAll(PHRASES, '').matchAll(/-?[A-Za-z][\w.-]*/g)
      const english = [...words].map(([word]) => word.replace(/\.$/, '')).filter((word) => !NAMES.has(word))
      expect(english, `${form}: ${text}`).toEqual([])
      const isOnlySlots = /^[^\p{L}]*$/u.test(text)
      expect(isOnlySlots || letters.test(text), `${form}: ${text}`).toBe(true)
    }
  })

  test('has a plural for every number', () => {
    for (const form of FORMS)
      for (const count of [0, 1, 2, 5, 21]) expect(renderSentence({ form, slots: slotsFor(form, count) }, catalogue), form).toBeDefined()
  })
})

test('Russian counts as Russian does', () => {
  const more = (count: number) => renderSentence({ form: 'part.and-more-files', slots: { changes: 'a', count } }, RUSSIAN)
  expect([1, 2, 5, 21].map(more)).toEqual(['a и ещё 1 файл', 'a и ещё 2 файла', 'a и ещё 5 файлов', 'a и ещё 21 файл'])
})
