import type { PaperFacts } from '@afara/server/flows/papers/read-paper-facts.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import type {
  PayoutTrace,
  TimelineFacts,
} from '@afara/server/records/transactions/timeline/timeline-facts-store.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 15, 9, 30, second))
const common = {
  id: '01a1dcc3-3c47-7fec-a0d6-d2cee34c8ce8',
  businessId: '01a1dcc2-64cc-7ab5-8198-81f76f5e96ba',
  mode: 'live' as const,
  createdAt: at(0),
}
const wallet = { network: 'Polygon', address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const HASH = '0x9a3f0c5be1d24786aa0be4cf71529d3e88f60417c2b5a9d3ef10764c8b2a5d91'
const ada = {
  bankCode: '000013',
  bankName: 'GTBank',
  accountNumber: '0123456789',
  accountName: 'ADA NKECHI OBI',
}

const facts: TimelineFacts = {
  type: 'buy',
  status: 'completed',
  mode: 'live',
  seen: null,
  events: [
    { event: 'accepted', status: 'pending_payment', at: at(0) },
    { event: 'transfer_final', status: 'completed', at: at(8) },
  ],
  credits: [
    {
      id: '01a1dcc5-c0de-7b3f-8a1c-22d3e4f5a6b7',
      amountMinor: 2_500_050n,
      sessionId: '000013261115093001000123456789',
      seenAt: at(2),
      givenAt: at(2),
      endedAt: null,
    },
  ],
  transfers: [
    {
      id: '01a1dcc6-f00d-7a1b-9c2d-3e4f5a6b7c8d',
      network: 'Polygon',
      state: 'final_ok',
      tokensMinor: 2_495_050n,
      hash: HASH,
      openedAt: at(3),
      sentAt: at(4),
      sentCount: 1,
      endedAt: at(8),
      attempts: [],
    },
  ],
  depositAddress: null,
  deposits: [],
  payouts: [],
  walletBlocks: [],
  wait: null,
  frozen: null,
  screenings: [],
  cases: [],
}

/** A completed buy. */
export const boughtPaper: PaperFacts = {
  businessName: 'Ada Foods Ltd',
  told: {
    type: 'buy',
    buy: {
      ...common,
      status: 'completed',
      reference: 'order-2291',
      amount: money('NGN', 2_500_050n),
      fee: money('NGN', 5_000n),
      vendorAccountId: '01a1dcc2-64cc-7ab5-8198-81f76f5e96bb',
      payer: ada,
      wallet,
      needs: [],
    },
    paidInto: { name: 'Afara Collections', accountNumber: '0000000005', bankName: 'Providus Bank' },
  },
  facts,
  payouts: [],
  paymentCode: null,
  legal: { legalName: 'Ada Foods Limited', rcNumber: 'RC0000001' },
  paidBy: null,
}

export const issuer = {
  name: 'Afara Payments Limited',
  rcNumber: '0000002',
  address: '2 Sample Street, Lagos Island, Lagos',
  contact: 'help@afara.example',
}

/** The same buy before its naira arrived. */
export const unpaidPaper: PaperFacts = {
  ...boughtPaper,
  told: withStatus(boughtPaper.told, 'pending_payment'),
  facts: {
    ...facts,
    status: 'pending_payment',
    events: facts.events.slice(0, 1),
    credits: [],
    transfers: [],
  },
}

export const payoutTrace: PayoutTrace = {
  id: '01a1dcc7-0000-7000-8000-000000000001',
  purpose: 'payout',
  state: 'succeeded',
  reference: 'afr-p-5f0c61d2a9b34e7c',
  sessionId: '000014261115093107000987654321',
  amountMinor: 2_495_050n,
  bankCode: ada.bankCode,
  accountNumber: ada.accountNumber,
  accountName: ada.accountName,
  fromEnding: '4417',
  sentAt: at(5),
  endedAt: at(21),
  moneyBackAt: null,
}

/** A sell from a wallet whose naira was paid. */
export const soldPaper: PaperFacts = {
  ...boughtPaper,
  told: {
    type: 'sell',
    sell: {
      ...common,
      status: 'completed',
      reference: 'payout-77',
      amount: money('NGNC', 2_500_050n),
      fee: money('NGNC', 5_000n),
      payee: ada,
      wallet,
      depositAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    },
  },
  facts: {
    ...facts,
    type: 'sell',
    credits: [],
    transfers: [],
    deposits: [
      {
        id: '01a1dcc8-0000-7000-8000-000000000002',
        network: 'Polygon',
        hash: HASH,
        amountMinor: 2_500_050n,
        seenAt: at(3),
      },
    ],
    events: [
      { event: 'accepted', status: 'pending_deposit', at: at(0) },
      { event: 'payout_succeeded', status: 'completed', at: at(21) },
    ],
  },
  payouts: [payoutTrace],
}

export function withStatus(told: PaperFacts['told'], status: string): PaperFacts['told'] {
  if (told.type === 'buy') return { ...told, buy: { ...told.buy, status } }
  if (told.type === 'sell') return { ...told, sell: { ...told.sell, status } }
  return { ...told, withdrawal: { ...told.withdrawal, status } }
}
