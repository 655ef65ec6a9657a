// Notes of the runner among the output of a command, in Chinese.
import type { Catalogue } from '../../sentence.ts'

const LATER = '之后会在沙箱之外被执行或生效'
const CROWDED = '敏感文件或仓库太多，无法逐个隐藏'
const KEPT = '已单独存放，供操作者查看'

export const OUTPUT_NOTES: Catalogue['forms'] = {
  'note.too-many-processes': '命令已被终止：它启动的进程过多。',
  'note.folder-full-ended':
    '命令已被终止：它的 {folder} 超过了 {size} MB 或 {entries} 个名称，或含有无法读取的文件夹。该文件夹会被清空；大文件请放在工作区中。',
  'note.folder-full': '{folder} 超过了 {size} MB 或 {entries} 个名称，或含有无法读取的文件夹。该文件夹会被清空；大文件请放在工作区中。',
  'note.git-sees-empty-folder': '{folder} 中有一个仓库：只读取并使用 git 的命令行看到的是一个空文件夹。',
  'note.git-does-not-see': 'git 看不到 {name}：{why}',
  'note.only-some-names': `命令只能看到最上层文件夹中的 {count} 个名称，也不能在那里新建：${CROWDED}。`,
  'note.content-hidden': `命令看不到以下内容：{names}。原因：${CROWDED}。`,
  'note.content-hidden-and-more': `命令看不到以下内容：{names}，以及另外 {count} 项。原因：${CROWDED}。`,
  'note.entry-taken-out': `{name} 在 {index} 中被登记为另一个仓库，${LATER}；该条目已移除。`,
  'note.renamed': `{name} ${LATER}；无法移入隔离区，现已改名为 {beside}，不会再生效。`,
  'note.kept-apart': `{name} ${LATER}；${KEPT}。`,
  'note.packages-kept-apart': `软件包中的 {count} 个文件和文件夹（第一个是 {name}）${LATER}；${KEPT}。`,
  'note.not-put-away': `注意：{name} 可能含有${LATER}的内容，且无法移走（{why}）。在这里使用 git、编辑器或命令行之前，请先将其删除。下一条命令之前以及执行器下次启动时会再次尝试。`,
  'note.more-like-these': '另有 {count} 项类似的内容。',
}
