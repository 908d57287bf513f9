import type { FaultName } from '../faults/catalogue.ts'
import type { Struck } from '../faults/fault-rules.ts'
import { lagosDate, nextWorkingDay } from '../lagos-time.ts'
import type { Account } from '../ledger/account.ts'
import type { Line, Mark, Payer } from '../ledger/line.ts'
import type { IssuedNumber } from '../numbers/number.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import type { Fee, VendorFace } from '../vendor-face.ts'
import { vendorFaces } from '../vendor-faces.ts'
import { drawOddSessionId, drawSessionId } from './draw-session-id.ts'

export type LineDraft = Readonly<{
  account: Account
  direction: Line['direction']
  mark: Mark
  of?: string
  gross: bigint
  payer: Payer
  remark: string
  narration: string | null
  at: number
  /** Reference of another line, if both belong to one transaction of the vendor. */
  reference?: string
  /** For our own payouts: the vendor's session id. */
  sessionId?: string
  faults?: readonly Struck[]
  asked?: Line['asked']
  number?: string | undefined
}>

/** Books one line on an account. Its faults decide what vendors show of it. */
export function bookLine(bank: SimulatedBank, draft: LineDraft): Line {
  const { draw, ledger } = bank
  const { account, direction, mark, gross, payer, at } = draft
  const struck = draft.faults ?? []
  const has = (fault: FaultName) => struck.some((one) => one.fault === fault)
  const lagOf = (...names: FaultName[]) =>
    Math.max(0, ...struck.filter(({ fault }) => names.includes(fault)).map(({ seconds }) => seconds)) * 1000

  const seq = ledger.nextSeq()
  const sent = { bankCode: payer.bankCode, at, seq }
  const sessionId = draft.sessionId ?? drawSessionId(draw, sent, ledger.hasSession)
  const face = vendorFaces[account.vendor]
  const issued = draft.number === undefined ? undefined : bank.numbers.find(draft.number)
  const { fee, vat } = has('settled_less') ? feeOf(face, gross, issued) : { fee: 0n, vat: 0n }
  const settled = gross - fee - vat
  const today = lagosDate(at)
  const line: Line = {
    id: `line_${seq}`,
    seq,
    account: account.number,
    direction,
    mark,
    ...(draft.of === undefined ? {} : { of: draft.of }),
    reference: draft.reference ?? transactionOf() ?? face.writeReference(at, seq, draw),
    sessionId,
    shownSessionId: showSessionId(),
    gross,
    fee,
    vat,
    settled,
    balanceAfter: ledger.balance(account.number) + (direction === 'credit' ? settled : -settled),
    bookedAt: at,
    valueDate: has('value_date_later') ? nextWorkingDay(today) : today,
    payer,
    remark: draft.remark,
    narration: draft.narration,
    faults: struck.map(({ fault }) => fault),
    requeryFrom: at + lagOf('hook_before_requery', 'requery_late'),
    feedFrom: at + lagOf('hook_before_requery', 'feed_row_in_past', 'payout_line_late'),
    ...(draft.asked === undefined ? {} : { asked: draft.asked }),
    ...numberOf(),
  }
  bank.commit({ is: 'line', line })
  return line

  function transactionOf(): string | undefined {
    return issued === undefined || issued.isStanding === true
      ? undefined
      : face.numbers.transactionOf?.(issued)
  }

  function numberOf(): Pick<Line, 'own'> {
    if (issued === undefined) return {}
    const { id: issuedId, number, reference, amount, isStanding } = issued
    const askedKobo = amount === null ? null : String(amount)
    return { own: { number, issuedId, reference, askedKobo, ...(isStanding && { isStanding }) } }
  }

  function showSessionId(): string | null {
    // A bank charge has no sending bank. It is not an interbank transfer, so it has no session id.
    if (payer.bankCode === '' || has('session_missing')) return null
    if (has('session_odd')) return drawOddSessionId(draw, sent)
    const before = ledger.linesOf(account.number).findLast((one) => one.direction === 'credit')
    return has('session_repeated') && before !== undefined ? before.shownSessionId : sessionId
  }
}

/** Returns the vendor's fee. It would consume a very small payment, so such a payment has none. */
function feeOf(face: VendorFace, gross: bigint, issued: IssuedNumber | undefined): Fee {
  const { fee, vat } = face.feeOf(gross, issued !== undefined)
  return fee + vat < gross ? { fee, vat } : { fee: 0n, vat: 0n }
}
