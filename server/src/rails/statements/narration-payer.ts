import type { Payer } from '../../movements/feeds/bank-line.ts'
import { resolveBank } from '../../records/banks/resolve-bank.ts'

/** As narrations shorten banks, beside what the directory knows. */
const abbreviations: Readonly<Record<string, string>> = { STBC: '000012', PAL: '100033' }

/**
 * Forms in which the bank's words come first, so that nothing a payer types can stand where the name is. Where the
 * payer's words come before the name (`TRANSFER BETWEEN CUSTOMERS words-NAME`), or none is there, nobody is named.
 */
const forms: readonly RegExp[] = [
  /^NIP\/(?<bank>[^/]+)\/TRF BO (?<name>[^/]+?) ?\/KIP /,
  /^NIP\/(?<bank>[^/]+)\/(?<name>[^/]+)(\/|$)/,
  /^FROM (?<bank>[^/]+)\/(?<name>[^/]+)\//,
  /^CIP CR\/ ?(?<name>[^/]+)\/Transfer from /,
  /^NIP TRF FROM (?<name>[^/]+)$/,
  /^USSD NIP Transfer from (?<name>[^/]+)$/,
  /^BANKNIP From (?<bank>\d{6}) PAYREF: \S+ SENDER: (?<name>.+?) REMARK:/,
]

/** The payer as a credit's narration names them, where the form is one of those that can be trusted. */
export function payerOfNarration(narration: string): Payer {
  for (const form of forms) {
    const { bank, name } = form.exec(narration)?.groups ?? {}
    if (name !== undefined) return namedPayer(name, bank)
  }
  return {}
}

/** A name and a bank as printed; what is blank, "null" or no word is left out. */
export function namedPayer(name: string, bank: string | undefined): Payer {
  const bankName = bank === undefined ? undefined : meaningful(bank)
  const bankCode = bankName === undefined ? undefined : keyOfBank(bankName)
  const person = meaningful(name)
  return {
    ...(person === undefined || !/\p{L}{2}/u.test(person) ? {} : { name: person }),
    ...(bankName === undefined ? {} : { bankName }),
    ...(bankCode === undefined ? {} : { bankCode }),
  }
}

function keyOfBank(text: string): string | undefined {
  const found = resolveBank(text)
  return found.outcome === 'found' ? found.bank.key : abbreviations[text.toUpperCase()]
}

function meaningful(text: string): string | undefined {
  const plain = text.trim()
  return plain === '' || /^(null|none|n\/a|-+)$/i.test(plain) ? undefined : plain
}
