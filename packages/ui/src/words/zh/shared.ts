export const shared = {
  problem: '操作未成功：{{error}}',
  back: '返回',
  showAll_other: '显示全部（{{count}} 个字符）',
}
