// Why a turn of the built-in agent ended without an answer, in Chinese.
import type { Catalogue } from '../../sentence.ts'

export const TURNS: Catalogue['forms'] = {
  'turn.stopped': '你停止了它。',
  'turn.said-stop': '你要求停止。',
  'turn.stuck': '同一个调用连续失败了三次，而没有人要求继续。',
  'turn.steps': { other: '本回合已走 {count} 步，达到上限。再写一条消息即可继续。' },
  'turn.minutes': { other: '本回合已用 {count} 分钟，达到上限。再写一条消息即可继续。' },
  'turn.tokens': { other: '本回合已用 {count} 个词元，达到上限。再写一条消息即可继续。' },
  'turn.too-long': '会话对模型来说太长，压缩之后仍然太长。请开始新会话。',
  'turn.longer-than-context': { other: '会话超过了模型上下文的 {count} 个词元。' },
  'turn.model-gone': '模型 {model} 已不再配置。请用另一个模型开始会话。',
  'turn.internal': '发生内部错误；请查看服务器的日志。',

  'question.repeated-failure': '{tool} 以相同的参数连续失败了 {times} 次：{reason}。要继续吗？',
  'question.no-success': '没有成功',
  'question.go-on': '继续',
  'question.stop': '停止',

  'model.key': '模型“{model}”（{provider}）不接受 API 密钥。{advice}',
  'model.forbidden': '模型“{model}”（{provider}）拒绝了：此 API 密钥无权使用它。{said} {advice}',
  'model.quota': '模型“{model}”（{provider}）拒绝了：其账户的配额或余额已用完。{said} 请在提供商处解决，或选择另一个模型。',
  'model.overloaded': '模型“{model}”（{provider}）过载，或限制了请求频率{also}。{wait} 请稍后再写，或选择另一个模型。',
  'model.failing': '模型“{model}”（{provider}）自身出现问题{also}。{said} 请稍后再写，或选择另一个模型。',
  'model.too-long': '会话对模型“{model}”（{provider}）来说太长。请开始新会话，或选择上下文更长的模型。',
  'model.not-found':
    '模型“{model}”（{provider}）在 {url} 不存在：请求的名称是“{asked}”。{said} 请更正模型文件中的 `model` 或 `base_url`，或在那里加载该模型。',
  'model.unreachable': '无法在 {url} 连接模型“{model}”（{provider}）{also}（{detail}）。它在运行吗？`base_url` 正确吗？',
  'model.cut':
    '模型“{model}”（{provider}）的回答中途断开{also}。请再写一次；如果再次发生，请检查 `base_url`（{url}）是否正确，或选择另一个模型。',
  'model.silent': '模型“{model}”（{provider}）五分钟没有回应{also}。它可能对所在的机器来说太大，或会话太长：请选择较小的模型或开始新会话。',
  'model.malformed':
    '模型“{model}”（{provider}）返回的不是模型的回答{also}。`provider` 正确吗？`base_url`（{url}）的结尾是否符合提供商的说明（常为 /v1）？',
  'model.empty': '模型“{model}”（{provider}）给出了空回答{also}。请再写一次，或选择另一个模型。',
  'model.filtered': '模型“{model}”（{provider}）被其提供商的内容过滤器阻止。请换一种说法，或选择另一个模型。',
  'model.no-room':
    '模型“{model}”（{provider}）在说出任何内容之前就用完了输出词元。请在模型文件中调高 `max_output_tokens`，或选择另一个模型。',
  'model.no-tools':
    '模型“{model}”（{provider}）目前的部署方式不能调用工具。{said} 请选择能调用工具的模型，或在部署处开启工具调用（docs/models.md）。',
  'model.other': '模型“{model}”（{provider}）拒绝了请求。{said} 见 docs/models.md，或选择另一个模型。',
  'model.new-key': '请把正确的密钥放入 {source}，并重新启动服务器。',
  'model.name-key': '请在模型文件中用 `api_key_env` 或 `api_key_file` 指定密钥。',
  'model.also': { other: '，已尝试 {count} 次' },
  'model.wait': { other: '它要求等待 {count} 秒。' },
  'model.said': '它的回答：“{words}”',

  'call.no-such-tool': '没有工具“{tool}”。可用的工具：{tools}。什么都没有运行。',
  'call.no-tools': '没有工具“{tool}”。这里没有任何工具。什么都没有运行。',
  'call.not-object': '{tool} 的参数不是一个 JSON 对象：{shown}\n什么都没有运行。请用一个符合其参数的 JSON 对象重新调用。',
  'call.cut-off':
    '{tool} 的参数不是一个 JSON 对象：{shown}\n参数在输出词元上限处被截断：请一次少发一些。什么都没有运行。请用一个符合其参数的 JSON 对象重新调用。',
  'turn.answer-cut': '（回答在此处中断：已达到输出词元数的上限。）',
}
