// Why a call ran, or why it did not, in Chinese.
import type { Catalogue } from '../sentence.ts'

export const WHYS: Catalogue['forms'] = {
  'why.low': '风险低，无需询问即可运行。',
  'why.rule': '策略文件的规则“{rule}”允许：{why}。',
  'why.rule-alone': '策略文件的规则“{rule}”允许。',
  'why.parent': '启动执行器的程序允许了它。',
  'why.grant': '{who} 的长期授权涵盖它：{covers}。',
  'why.grant-alone': '{who} 的长期授权涵盖它。',
  'why.did': '这是 {who} 自己做的。',
  'why.approved': '{who} 批准了它。',
  'why.approved-saying': '{who} 批准了它，并写道：“{words}”。',
  'why.approved-edited': '{who} 修改参数后批准了它。',
  'why.approved-edited-saying': '{who} 修改参数后批准了它，并写道：“{words}”。',
  'why.undone': '{why}之后已撤回。',
  'why.rejected': '{who} 拒绝了它。',
  'why.rejected-saying': '{who} 拒绝了它，并写道：“{words}”。',
  'why.nobody-answered': '没有人及时答复。',
  'why.waits-for-answer': '正在等待答复。',
  'why.waits-for-runner': '正在等待执行器显示将会更改的内容。',
  'why.answered': '{who} 回答了这个问题。',
  'why.answered-at-client': '这个问题是在代理自己的客户端（{client}）答复的，不是操作者答复的。',
  'why.never-ran': '从未运行：{error}',
  'part.cut': { other: '{text}…（共 {count} 个字符）' },
  'part.operator-first': '操作者',
  'part.operator': '操作者',
}
