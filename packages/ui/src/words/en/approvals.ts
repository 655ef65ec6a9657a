// What waits for an answer, and answering it.
export const approvals = {
  title: 'Approvals',
  none: 'Nothing waits for you.',
  noneHint: 'When the agent wants to change something, the question appears here and beside the chat.',
  approve: 'Approve',
  reject: 'Reject',
  asks: '{{agent}} asks',
  risk: { LOW: 'Low risk', MEDIUM: 'Medium risk', HIGH: 'High risk' },
  new: 'New question: {{description}}',
  network: 'With network',
  noNetwork: 'Without network',
  sandbox: 'In the sandbox',
  noSandbox: 'Without a sandbox',
  folder: 'Folder',
  dismiss: 'Dismiss',
  failed: 'The answer did not count: {{error}}',
}
