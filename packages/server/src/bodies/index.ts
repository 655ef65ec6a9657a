export { createFileBodies, type FileBodies } from './file-bodies.ts'
