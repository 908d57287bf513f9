import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Pool } from '../../../kernel/postgres/pool.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import { type BankPace, readBankPaces } from '../../../records/pay-links/pay-page-store.ts'

/** The banks that most payers use, by their keys, with the names that payers know. */
export const payerBanks = [
  ['000014', 'Access Bank'],
  ['000010', 'Ecobank'],
  ['000007', 'Fidelity Bank'],
  ['000016', 'First Bank'],
  ['000003', 'FCMB'],
  ['000013', 'GTBank'],
  ['090267', 'Kuda'],
  ['090405', 'Moniepoint'],
  ['100004', 'OPay'],
  ['100033', 'PalmPay'],
  ['000012', 'Stanbic IBTC'],
  ['000001', 'Sterling Bank'],
  ['000004', 'UBA'],
  ['000018', 'Union Bank'],
  ['000017', 'Wema Bank, ALAT'],
  ['000015', 'Zenith Bank'],
] as const

const shortNames: ReadonlyMap<string, string> = new Map(payerBanks)

/** Returns the name that a payer knows a bank by. */
export function payerBankName(code: string | null, givenName: string | null): string | null {
  if (code === null) return givenName
  return shortNames.get(code) ?? nigerianBanks.byKey(code)?.name ?? givenName
}

export type BankPaces = Readonly<{ of(mode: Mode, bankCode: string): Promise<BankPace | undefined> }>

const KEPT_MS = 10 * 60_000

/** Keeps the figures for ten minutes, because they are made from thousands of payments. */
export function createBankPaces({ pool, clock }: Readonly<{ pool: Pool; clock: Clock }>): BankPaces {
  const kept = new Map<Mode, Readonly<{ untilMs: number; paces: Promise<readonly BankPace[]> }>>()
  return {
    of: async (mode, bankCode) => {
      const nowMs = clock.now().getTime()
      let found = kept.get(mode)
      if (found === undefined || found.untilMs <= nowMs || found.untilMs > nowMs + KEPT_MS) {
        found = { untilMs: nowMs + KEPT_MS, paces: readBankPaces(pool, mode) }
        kept.set(mode, found)
        // A failure is not kept.
        found.paces.catch(() => kept.delete(mode))
      }
      return (await found.paces).find((pace) => pace.bankCode === bankCode)
    },
  }
}
