/** A bank from which payers pay. The codes are from public lists and cannot be computed from each other. */
export type SendingBank = Readonly<{
  /** Six-digit code of the national rail. */
  nipCode: string
  /** Three- or five-digit code of the central bank. */
  cbnCode: string
  name: string
  /** Abbreviation in narrations. */
  short: string
  /** A wallet's account number is the customer's phone number, and its session ids use UTC. */
  isWallet?: true
}>

export const sendingBanks: readonly [SendingBank, ...SendingBank[]] = [
  { nipCode: '000013', cbnCode: '058', name: 'Guaranty Trust Bank', short: 'GTB' },
  { nipCode: '000014', cbnCode: '044', name: 'Access Bank', short: 'ABN' },
  { nipCode: '000015', cbnCode: '057', name: 'Zenith Bank', short: 'ZIB' },
  { nipCode: '000004', cbnCode: '033', name: 'United Bank For Africa', short: 'UBA' },
  { nipCode: '000016', cbnCode: '011', name: 'First Bank of Nigeria', short: 'FBN' },
  { nipCode: '000003', cbnCode: '214', name: 'First City Monument Bank', short: 'FCMB' },
  { nipCode: '000001', cbnCode: '232', name: 'Sterling Bank', short: 'STERLING' },
  { nipCode: '000002', cbnCode: '082', name: 'Keystone Bank', short: 'KBL' },
  { nipCode: '000012', cbnCode: '221', name: 'Stanbic IBTC Bank', short: 'STBC' },
  { nipCode: '090267', cbnCode: '50211', name: 'Kuda Microfinance Bank', short: 'KUDA' },
  { nipCode: '090405', cbnCode: '50515', name: 'Moniepoint Microfinance Bank', short: 'MONIEPOINT' },
  { nipCode: '100004', cbnCode: '999992', name: 'OPay', short: 'OPAY', isWallet: true },
  { nipCode: '100033', cbnCode: '999991', name: 'PalmPay', short: 'PALMPAY', isWallet: true },
]

/** Finds a bank by any code, its name or its abbreviation, in any case. */
export function findSendingBank(text: string): SendingBank | undefined {
  const wanted = text.trim().toLowerCase()
  return sendingBanks.find(({ nipCode, cbnCode, name, short }) =>
    [nipCode, cbnCode, name, short].some((known) => known.toLowerCase() === wanted),
  )
}
