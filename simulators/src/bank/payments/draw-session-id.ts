import type { Draw } from '../draw.ts'
import { lagosDigits } from '../lagos-time.ts'
import { findSendingBank } from '../sending-banks.ts'

type Sent = Readonly<{ bankCode: string; at: number; seq: number }>

/** Draws thirty digits: the sender's institution, the time, and a number. Wallets write UTC, banks write Lagos time. */
export function drawSessionId(
  draw: Draw,
  { bankCode, at, seq }: Sent,
  isTaken: (id: string) => boolean,
): string {
  const isUtc = findSendingBank(bankCode)?.isWallet === true
  const time = (isUtc ? new Date(at).toISOString().replace(/\D/g, '') : lagosDigits(at)).slice(2, 14)
  for (let attempt = 0; ; attempt += 1) {
    const id = `${bankCode.padStart(6, '0').slice(-6)}${time}${draw.digits(12, 'session', seq, attempt)}`
    if (!isTaken(id)) return id
  }
}

/** Draws twenty-four letters and digits, as in some real feeds. */
export function drawOddSessionId(draw: Draw, { at, seq }: Sent): string {
  return `09FG${lagosDigits(at).slice(2)}${draw.digits(3, 'odd', seq)}XTTG${draw.pick(['A', 'B', 'K'], 'odd', seq)}`
}
