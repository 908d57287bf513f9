import type { Mode } from '../../kernel/mode.ts'
import type { BankStandings } from '../../movements/payouts/bank-standings.ts'
import { askWithin, type NameAnswer, type NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import type { Sell } from '../../records/transactions/accepting/sell-store.ts'
import { NAME_WITHIN_MS } from '../sells/sell-checks.ts'
import type { Findings, Notice } from './preview.ts'

type PayeeDeps = Readonly<{ nameEnquiry: NameEnquiry; bankStandings: BankStandings }>

/** Whether a beneficiary could be paid in this moment: the account is there, and its bank takes payments. */
export async function checkPayee(
  { nameEnquiry, bankStandings }: PayeeDeps,
  mode: Mode,
  { bankCode, bankName, accountNumber }: Sell['payee'],
): Promise<Findings> {
  const [answer, standings] = await Promise.all([
    askWithin(nameEnquiry, { bankCode, accountNumber, mode }, NAME_WITHIN_MS),
    bankStandings.of(mode),
  ])
  const state = standings.get(bankCode)?.state
  return {
    stops: [
      ...(answer?.outcome === 'not_found' ? [noSuchAccount] : []),
      ...(state === 'down' ? [bankDown(bankName)] : []),
    ],
    warnings: [
      ...(answer === undefined ? [notAsked] : []),
      ...(state === 'degraded' || state === 'slow' ? [bankPoor(bankName, state)] : []),
    ],
  }
}

/** The same question twice is asked once. */
export function askOnce(enquiry: NameEnquiry): NameEnquiry {
  let answer: Promise<NameAnswer | undefined> | undefined
  return {
    ask: async (query) => {
      answer ??= enquiry.ask(query)
      return answer
    },
  }
}

const noSuchAccount = {
  code: 'beneficiary_unknown',
  message: 'The bank has no such account: the sell would wait for another one.',
  field: 'account_number',
  fix: 'Check account_number and bank_name with whoever is to be paid.',
}

const notAsked: Notice = {
  code: 'name_not_asked',
  message:
    'The bank did not say whose account it is. A sell is accepted all the same, and waits until it does.',
}

function bankDown(bankName: string) {
  return {
    code: 'bank_down',
    message: `Nothing gets through to ${bankName} at the moment: the sell would wait until the bank is back.`,
    field: 'bank_name',
    fix: 'Pay to an account at another bank, or sell later.',
  }
}

function bankPoor(bankName: string, state: 'degraded' | 'slow'): Notice {
  return {
    code: `bank_${state}`,
    message:
      state === 'slow'
        ? `${bankName} is slow at the moment: the payment may take some minutes.`
        : `Some payments to ${bankName} do not get through at the moment: this one may take longer.`,
  }
}
