// Findings about a shell line, in Chinese.
import type { Catalogue } from '../../sentence.ts'

export const SHELL: Catalogue['forms'] = {
  'shell.always-asked': 'Shell 命令行总是需要询问',
  'shell.variables': '含有运行时才知道值的变量',
  'shell.substitution': '将一个命令的输出放进另一个命令',
  'shell.expansion': '含有可能运行代码的展开',
  'shell.arithmetic': '含有可能运行代码的算术运算',
  'shell.pattern': '含有会被 Shell 替换为文件名的通配符',
  'shell.braces': '含有会被 Shell 展开成多个词的花括号',
  'shell.tilde': '含有会被 Shell 替换为文件夹的 ~',
  'shell.escapes': "在 $'…' 引号中含有转义序列",
  'shell.translation': '含有 $"…" 引号，其中的文本会按译文替换',
  'shell.here-document': '含有会被 Shell 展开的内嵌文档',
  'shell.control': '含有条件或循环',
  'shell.background': '调用结束后仍在后台运行',
  'shell.harmless-redirection': '将输出丢弃或送到另一个流',
  'shell.text-as-input': '以文本作为输入',
  'shell.sets-variable': '将 {name} 设为 {value}',
  'shell.sets-variable-later': '将 {name} 设为运行时才知道的值',
}
