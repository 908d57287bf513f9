import { type Signer, SignerUnavailable } from './signer.ts'

/** Where none is set up nothing can be sent: what is cleared waits until there is one. */
export const absentSigner: Signer = {
  sign: async () => refuse(),
  nextLock: async () => refuse(),
  readLocks: async () => refuse(),
}

function refuse(): never {
  throw new SignerUnavailable('no signer is set up')
}
