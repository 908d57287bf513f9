import { createHash } from 'node:crypto'
import type { SellNames } from './family.ts'

/** What a sell's deposit address is made of: its names, which outlive every row. 32 bytes, `0x…`. */
export function sellSalt({ businessId, mode, reference }: SellNames): string {
  const names = createHash('sha256').update(`deposit/${businessId}/${mode}/${reference}`, 'utf8')
  return `0x${names.digest('hex')}`
}
