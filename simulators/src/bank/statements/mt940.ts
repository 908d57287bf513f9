import { writeNaira } from '../kobo.ts'
import { lagosDate } from '../lagos-time.ts'
import { isCredit, type Line } from '../ledger/line.ts'
import { narrate } from '../narration.ts'
import type { Statement } from './statement.ts'

/** SWIFT's statement message in its envelope. References are cut to 16 characters; the session id is in field 86. */
export function writeMt940(statement: Statement): string {
  const { account, opening, closing, text, date } = statement
  const six = (iso: string) => {
    const { year, month, day } = date(iso)
    return year.slice(2) + month + day
  }
  const balance = (kobo: bigint, iso: string) => `${kobo < 0n ? 'D' : 'C'}${six(iso)}NGN${amount(kobo)}`
  const rows = statement.rows.flatMap((line) => {
    const booked = six(lagosDate(line.bookedAt))
    const mark = isCredit(line) ? 'C' : 'D'
    const reference = (line.shownSessionId === null ? 'NONREF' : text(line.shownSessionId)).slice(0, 16)
    const entry = `:61:${six(line.valueDate)}${booked.slice(2)}${mark}${amount(line.settled)}NTRF${reference}//${line.id}`
    return [entry, `:86:${wrap(describe(line)).join('\r\n')}`]
  })
  const lines = [
    '{1:F01PROVNGLAXXXX0000000000}{2:I940AFARNGLAXXXXN}{4:',
    `:20:AFR${six(statement.to)}`,
    `:25:${text(account.number)}`,
    `:28C:${six(statement.to).slice(2)}/1`,
    `:60F:${balance(opening, statement.from)}`,
    ...rows,
    `:62F:${balance(closing, statement.to)}`,
    '-}',
  ]
  return `${lines.join('\r\n')}\r\n`
}

function amount(kobo: bigint): string {
  return writeNaira(kobo < 0n ? -kobo : kobo).replace('.', ',')
}

function describe(line: Line): string {
  const told = line.narration ?? narrate('nip', line)
  return line.shownSessionId === null ? told : `${told} ${line.shownSessionId}`
}

/**
 * Returns at most six lines of 65 characters of SWIFT's character set. Other characters become dots, as in real gateways. A character at
 * the start of a line also becomes a dot if it would begin a field or end the message.
 */
function wrap(narration: string): string[] {
  const plain = narration.replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
  const parts = []
  for (let at = 0; at < plain.length && parts.length < 6; at += 65)
    parts.push(plain.slice(at, at + 65).replace(/^[:-]/, '.'))
  return parts
}
