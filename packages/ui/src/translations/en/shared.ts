// Small pieces that several views share.
export const shared = {
  copy: 'Copy',
  copied: 'Copied',
  problem: 'This did not work: {{error}}',
  unreachable: 'The server cannot be reached.',
  back: 'Back',
  outputCut: 'The beginning is not shown.',
  outputMissing: 'Not all of it arrived: {{bytes}} bytes are missing.',
  showAll_one: 'Show all of it ({{count}} character)',
  showAll_other: 'Show all of it ({{count}} characters)',
}
