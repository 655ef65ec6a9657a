export { createJwsSigner, type JwsSigner, verifyJws } from './compact-jws.ts'
export { type AuditKey, HEAD_TYPE, type Keys, openKeys } from './open-keys.ts'
