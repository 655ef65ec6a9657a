export const shared = {
  copy: '复制',
  copied: '已复制',
  problem: '操作未成功：{{error}}',
  unreachable: '无法连接服务器。',
  back: '返回',
  outputCut: '开头部分未显示。',
  outputMissing: '输出不完整：缺少 {{bytes}} 字节。',
  showAll_other: '显示全部（{{count}} 个字符）',
}
