// Why the risk of a call is what it is, in Chinese.
import type { Catalogue } from '../sentence.ts'

export const REASONS: Catalogue['forms'] = {
  'reason.writes': '写入 {path}',
  'reason.writes-self-running': '写入 {path}：工具会自动运行或遵从这类文件',
  'reason.writes-without-extension': '写入 {path}：该文件没有扩展名',
  'reason.writes-unknown-type': '写入 {path}：不确定文件类型 .{type} 是否无害',
  'reason.moves': '移动 {path}',
  'reason.moves-folder': '移动文件夹 {path}',
  'reason.moves-self-running': '移动 {path}：工具会自动运行或遵从这类文件',
  'reason.moves-without-extension': '移动 {path}：该文件没有扩展名',
  'reason.moves-unknown-type': '移动 {path}：不确定文件类型 .{type} 是否无害',
  'reason.reads': '读取 {path}',
  'reason.searches': '搜索 {path}',
  'reason.lists': '列出 {path}',
  'reason.creates-folder': '创建文件夹 {path}',
  'reason.deletes': '删除 {path}',

  'reason.unjudged': '无法解析此调用',
  'reason.no-sandbox': '这台机器上没有沙箱',
  'reason.only-asks': '只是询问你；你的回答不批准任何操作',
  'reason.only-reviews': '只是询问你；在 apply_patch 之前不写入任何内容',
  'reason.question': '这是一个问题：回答就是其结果',
  'reason.puts-back': '还原调用 {call} 所做的更改',
  'reason.rule-asks': '规则“{rule}”要求询问：{why}',
  'reason.rule-allows': '规则“{rule}”允许：{why}',
  'reason.rule-does-not-reach': '规则“{rule}”不适用于此风险等级：{why}',

  'reason.ends-process': '结束此项目的一个进程',
  'reason.reads-process': '读取此项目进程的输出',
  'reason.input-to-shell': '读取该文本的 Shell 会把它作为一行命令运行，使用该 Shell 自己的文件夹、变量和函数：{command}',
  'reason.input-to-interpreter': '读取该文本的程序会把它作为代码运行：{command}',
  'reason.input-to-program': '该文本会交给正在运行的程序：{command}',
  'reason.input-control': '该文本是控制字符，可能停止程序或改变其行为',
  'reason.keeps-running': '调用结束后继续运行，并可访问网络：互联网和这台机器上的服务',

  'reason.lists-branches': '列出分支',
  'reason.creates-branch': '创建分支',
  'reason.switches-branch': '切换到另一个分支：工作区中有差异的文件会被更改',
  'reason.deletes-branch': '删除分支',
  'reason.commits-without-hooks': '创建一次提交；不运行钩子',
}
