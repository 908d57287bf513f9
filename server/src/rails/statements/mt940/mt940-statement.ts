import { Refusal } from '../../../kernel/refusal.ts'
import type { Statement, StatementFormat } from '../../../movements/feeds/statement.ts'
import { decodeText } from '../decode-text.ts'
import { drawUpStatement } from '../draw-up-statement.ts'
import { payerOfNarration } from '../narration-payer.ts'
import { requireAccountNumber } from '../printed-labels.ts'
import type { PrintedRow } from '../printed-statement.ts'
import { readBalance } from './mt940-balance.ts'
import { readEntry } from './mt940-entry.ts'
import { type Field, readFields } from './mt940-fields.ts'

// Behind the bank's own narration stands the reference, with or without letters.
const REFERENCE_AT_END = / [A-Z0-9]*\d[A-Z0-9]{15,}$/

/** SWIFT's statement message. It has no balance in each row, so only the sum of all guards it. */
export const mt940Format: StatementFormat = { profile: 'mt940', parse }

function parse(file: Uint8Array): Statement {
  const fields = readFields(decodeText(file))
  const only = (...tags: string[]): Field => {
    const [found, ...more] = fields.filter(({ tag }) => tags.includes(tag))
    if (found !== undefined && more.length === 0) return found
    throw new Refusal(
      'statement_unreadable',
      `The message has ${found === undefined ? 'no' : 'more than one'} field ${tags.join(' or ')}: import one whole message at a time.`,
    )
  }
  const opening = readBalance(only('60F', '60M').text)
  const closing = readBalance(only('62F', '62M').text)
  const rows = fields.flatMap((field, place) =>
    field.tag === '61' ? [readEntry(field, fields[place + 1]?.text ?? '')] : [],
  )
  return drawUpStatement(
    {
      accountNumber: requireAccountNumber(only('25').text),
      from: opening.day,
      to: closing.day,
      openingMinor: opening.minor,
      closingMinor: closing.minor,
      rows,
    },
    { sessionText, payer: (narration) => payerOfNarration(narration.replace(REFERENCE_AT_END, '')) },
  )
}

/** Field 61 has room for its first sixteen digits; the whole one is at the end of field 86, and must begin with them. */
function sessionText({ reference, narration }: PrintedRow): string {
  const [start = ''] = reference.split('//')
  const [, id = ''] = / (\d{30})$/.exec(narration) ?? []
  const isIt = start.length === 16 && (id.startsWith(start) || id.replace(/^0+/, '').startsWith(start))
  return isIt ? id : ''
}
