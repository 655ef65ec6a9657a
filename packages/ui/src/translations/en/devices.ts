// Devices: editors and other programs that ask for access.
export const devices = {
  title: 'Access for a device',
  asks: '“{{name}}” asks for access. It may answer for you in all your projects.',
  code: 'Code {{code}}',
  compare: 'Allow it only if you asked for this, and the device shows the same code.',
  folders: 'Folders:',
  address: 'From the address',
  left: '{{time}} left to answer',
  allow: 'Allow',
  refuse: 'Refuse',
  list: 'Devices',
  since: 'Has access since',
  end: 'End access',
  endTitle: 'End the access of this device?',
  endHint: 'It is signed out at once and must ask again.',
}
