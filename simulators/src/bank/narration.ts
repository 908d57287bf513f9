import type { Line } from './ledger/line.ts'
import { findSendingBank } from './sending-banks.ts'

type Told = Pick<Line, 'payer' | 'remark' | 'sessionId'>
type Form = (told: Told, short: string) => string

/** Narration formats of Nigerian banks. The rail cuts narrations at a hundred characters. */
const forms = {
  nip: ({ payer, remark }, short) => `NIP/${short}/${payer.name}/${remark}`,
  nip_behalf: ({ payer }, short) => `NIP/${short}/TRF BO ${payer.name} /KIP ZENITH/${payer.accountNumber}`,
  cip: ({ payer }) => `CIP CR/ ${payer.name}/Transfer from ${payer.name}`,
  nip_trf: ({ payer }) => `NIP TRF FROM ${payer.name}`,
  between_customers: ({ payer, remark }) => `TRANSFER BETWEEN CUSTOMERS ${remark}-${payer.name}`,
  ussd: ({ payer }) => `USSD NIP Transfer from ${payer.name}`,
  from: ({ payer, remark, sessionId }, short) => `FROM ${short}/${payer.name}/${remark}/${sessionId}`,
  banknip: ({ payer, remark }) =>
    `BANKNIP From ${payer.bankCode} PAYREF: - SENDER: ${payer.name} REMARK: ${remark}`,
  mobile: ({ remark, payer }) => `MOB/UTO/${remark}/${payer.accountNumber.slice(-4)}`,
  paystack: ({ payer, sessionId }) => `NIP: ${payer.name} -${sessionId.slice(0, 10)}/${sessionId.slice(10)}`,
  coded: ({ sessionId, payer }) => `${sessionId.slice(-10)}/10000226 - AFRC - 0${payer.accountNumber}`,
} as const satisfies Record<string, Form>

export type NarrationForm = keyof typeof forms

/** Formats of other banks than the one that holds the account. */
export const otherForms = ['nip_behalf', 'cip', 'nip_trf', 'between_customers', 'ussd', 'banknip'] as const

export const hostileNarration =
  '=HYPERLINK("http://a.test","pay") <script>alert(1)</script>\n\u202E";--,\u00a0\u200b'

export function narrate(form: NarrationForm, told: Told): string {
  const { bankCode, bankName } = told.payer
  const short = findSendingBank(bankCode)?.short ?? bankName.toUpperCase()
  return forms[form](told, short).slice(0, 100)
}
