import type { FeedPage } from '../feed-page.ts'
import { findTransaction, isReversed } from '../find-transaction.ts'
import { writeNaira } from '../kobo.ts'
import { lagosStampMs } from '../lagos-time.ts'
import type { Line } from '../ledger/line.ts'
import { rawNumber } from '../raw-number.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Telling } from '../vendor-face.ts'
import { customerOf, describe, paidWord, paymentReferenceOf, sum } from './monnify-face.ts'

type Asked = Readonly<{ page: number; size: number }>

/** Writes a page in the envelope of Monnify's framework. It has no data about the payer. */
export function writePage(bank: SimulatedBank, page: FeedPage, asked: Asked, telling: Telling): object {
  return wrapPage(
    page.rows.map((line) => writeRow(bank, line, telling)),
    page,
    asked,
  )
}

export function wrapPage(content: readonly object[], page: FeedPage<unknown>, asked: Asked): object {
  const sort = { sorted: true, unsorted: false, empty: false }
  const { size, page: number } = asked
  return {
    content,
    pageable: {
      sort,
      pageSize: size,
      pageNumber: number,
      offset: number * size,
      unpaged: false,
      paged: true,
    },
    totalElements: page.total,
    totalPages: page.pages,
    last: number >= page.pages - 1,
    sort,
    first: number === 0,
    numberOfElements: page.rows.length,
    size,
    number,
    empty: page.rows.length === 0,
  }
}

function writeRow(bank: SimulatedBank, line: Line, telling: Telling): object {
  const transaction = findTransaction(bank, 'monnify', line.reference)
  if (transaction === undefined)
    throw new Error(`${line.reference} is in the list, but the line does not exist`)
  const { account, lines } = transaction
  const naira = (kobo: bigint) => rawNumber(writeNaira(kobo))
  const paid = sum(lines, ({ gross }) => gross)
  const time = writeTime(line.bookedAt + telling.skewMs, telling.isZoneLost)
  const gone = isReversed(bank, transaction)
  return {
    customerDTO: { ...customerOf(line, account), merchantCode: 'ALJKHDALASD' },
    providerAmount: naira(0n),
    paymentMethod: 'ACCOUNT_TRANSFER',
    createdOn: time,
    amount: naira(paid),
    flagged: false,
    providerCode: account.bankCode,
    fee: naira(sum(lines, ({ fee, vat }) => fee + vat)),
    currencyCode: 'NGN',
    completedOn: time,
    paymentDescription: describe(line, account),
    paymentStatus: gone ? 'REVERSED' : paidWord(line, paid),
    transactionReference: line.reference,
    paymentReference: paymentReferenceOf(line),
    merchantCode: 'ALJKHDALASD',
    merchantName: 'Afara',
    payableAmount: naira(paid),
    amountPaid: naira(paid),
    completed: true,
  }
}

function writeTime(ms: number, isZoneLost: boolean): string {
  const digits = isZoneLost ? lagosStampMs(ms).replace(' ', 'T') : new Date(ms).toISOString().slice(0, -1)
  return `${digits}+0000`
}
