import type { Mode } from '../../kernel/mode.ts'
import { checksum, randomSecret } from './secret-letters.ts'

/**
 * `svc_<mode>_<cell>_<secret>_<checksum>`: which rails, which cell, 256 random bits, and a checksum of all before it.
 * The edge routes by the cell without a look-up, a secret scanner can find leaked keys, and a mistyped key is told
 * from an unknown one offline. The checksum is no secret and proves nothing: only the look-up does.
 */
export type KeyText = Readonly<{ mode: Mode; cell: string }>

export type KeyReading =
  | Readonly<{ outcome: 'well_formed'; key: KeyText }>
  /** `mistyped` has the shape of a key, but its checksum does not fit. */
  | Readonly<{ outcome: 'malformed' | 'mistyped' }>

const CELL = /^[a-z0-9]{1,8}$/
const SHAPE = /^(svc_(live|test)_([a-z0-9]{1,8})_[1-9A-HJ-NP-Za-km-z]{44})_([1-9A-HJ-NP-Za-km-z]{6})$/

export function generateKey({ mode, cell }: KeyText): string {
  if (!CELL.test(cell)) throw new Error(`a cell is 1 to 8 lower-case letters and digits, not "${cell}"`)
  const body = `svc_${mode}_${cell}_${randomSecret()}`
  return `${body}_${checksum(body)}`
}

export function readKey(text: string): KeyReading {
  const [, body, mode, cell, sum] = SHAPE.exec(text) ?? []
  if (body === undefined || cell === undefined) return { outcome: 'malformed' }
  // No constant time here: the caller compares its own text with a sum of that text, and learns nothing of ours.
  if (checksum(body) !== sum) return { outcome: 'mistyped' }
  return { outcome: 'well_formed', key: { mode: mode === 'live' ? 'live' : 'test', cell } }
}
