// The six requests in Chinese. Words need no spaces between them, and punctuation may be full-width.
import { append, list, read, readNamed, replace, run, search, write } from './calls.ts'
import { createForm, type Form, LINE, PATH, PLAIN_PATH, QUERY, QUOTED_QUERY, REST, TEXT } from './form.ts'

const POLITE = '(?:请|麻烦|帮我|请帮我|请你|麻烦你) ?'
const SHOW = '(?:列出|显示|展示|查看|看看|列一下|看一下)'
const READ = '(?:读取|打开|阅读|查看|显示|读一下|看一下|看看|读)'
const FIND = '(?:搜索|查找|寻找|搜一下|找一下|搜寻|找)'
const FOLDER = '(?:文件夹|目录)'
const IN = '(?:中|里|下|里面|下面|之中|内)'
const FILES = '(?:所有|全部)?的?(?:所有|全部)?(?:文件|内容)(?:列表)?'
const HERE = `(?:当前|这个|本)?(?:项目|工程|${FOLDER}|这里)${IN}?`

const form = (pattern: string, call: Form['call']): Form => createForm(`(?:${POLITE})?${pattern}`, call)

export const CHINESE: readonly Form[] = [
  form(`${SHOW}(?:${HERE})?${FILES}`, list),
  form(`${SHOW} ?${FOLDER} ?${PLAIN_PATH}(?: ?${IN}?${FILES})?`, list),
  form(`${SHOW} ?${PLAIN_PATH} ?${FOLDER}(?:${IN}?${FILES})?`, list),
  form(`${SHOW} ?${PLAIN_PATH} ?${IN}${FILES}`, list),
  form(`${SHOW} ?${PLAIN_PATH} ?的(?:所有|全部)?文件`, list),
  form(`列出 ?${PLAIN_PATH}`, list),
  form(`(?:${FOLDER} ?)?${PLAIN_PATH} ?${FOLDER}?${IN}有(?:什么|哪些)(?:文件|内容)?`, list),
  form('(?:这里|项目里|项目中|当前目录)有(?:什么|哪些)文件', list),
  form(`${READ} ?文件 ?${PATH}`, readNamed),
  form(`${READ} ?${PLAIN_PATH}(?: ?文件)?(?: ?的内容)?`, read),
  form(`在 ?${PLAIN_PATH} ?(?:${FOLDER}|文件)?${IN}?${FIND} ?${QUERY}`, search),
  form(`在${FOLDER} ?${PLAIN_PATH} ?${IN}?${FIND} ?${QUERY}`, search),
  form(`(?:在?${HERE})?${FIND}(?:文字|文本|字符串)? ?[:：]? ?${QUERY}`, search),
  form(`${QUERY} ?(?:在哪里|在哪儿|在哪)(?:使用|用到|出现)?`, search),
  form(`[把将] ?${TEXT} ?(?:写入|写到|写进|保存到|存到)(?:文件)? ?${PLAIN_PATH} ?(?:文件)?${IN}?`, write),
  form(`[把将] ?${TEXT} ?(?:追加到|加到|添加到)(?:文件)? ?${PLAIN_PATH} ?(?:文件)?(?:${IN}|末尾)?`, append),
  form(`[把将](?:文件)? ?${PLAIN_PATH} ?${IN}?的? ?${QUOTED_QUERY} ?(?:替换为|替换成|改为|改成|换成) ?${TEXT}`, replace),
  form(`在(?:文件)? ?${PLAIN_PATH} ?${IN}?(?:写入|写下|写) ?${TEXT}`, write),
  form(`(?:创建|新建)(?:文件)? ?${PLAIN_PATH} ?[,，]? ?(?:内容为|内容是|写入) ?[:：]? ?${TEXT}`, write),
  createForm(`(?:${POLITE})?写入(?:文件)? ?${PLAIN_PATH} ?[:：]\\s?${REST}`, write, true),
  createForm(`(?:${POLITE})?追加到(?:文件)? ?${PLAIN_PATH} ?[:：]\\s?${REST}`, append, true),
  form(`(?:运行|执行|跑一下)(?:命令)? ?[:：]? ?${LINE}`, run),
]
