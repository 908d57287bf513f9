import { createHash } from 'node:crypto'

export type DrawnPerson = Readonly<{ accountNumber: string; name: string }>

const surnames = ['ADEYEMI', 'OKAFOR', 'DANJUMA', 'EZE', 'BALOGUN', 'NWOSU', 'OGUNLEYE', 'ETIM'] as const
const givenNames = ['AISHA', 'CHINEDU', 'NGOZI', 'TUNDE', 'FATIMA', 'EMEKA', 'BISI', 'UDUAK'] as const

/** Somebody with an account of their own. The same words are always the same person, so that a request can be repeated. */
export function drawPerson(...words: readonly string[]): DrawnPerson {
  const digest = createHash('sha256').update(words.join('\n')).digest()
  const digits = (digest.readBigUInt64BE(0) % 1_000_000_000n).toString().padStart(9, '0')
  const pick = (names: readonly string[], byte: number) => names[(digest[byte] ?? 0) % names.length] ?? ''
  return { accountNumber: `2${digits}`, name: `${pick(surnames, 8)} ${pick(givenNames, 9)}` }
}
