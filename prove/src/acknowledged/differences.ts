import { feeOf, type Intent, shortest } from './intent.ts'
import type { Recorded } from './read-record.ts'

/** Returns a line for each difference between a transaction and its intent. A complete and exact transaction has none. */
export function differences(intent: Intent, recorded: Recorded): string[] {
  const { row } = recorded
  const reference = intent.reference ?? row.reference ?? null
  const expected = intent.kind === 'buy' ? expectedBuy(intent) : expectedSell(intent)
  const common = {
    business_id: intent.party.uuid,
    mode: 'test',
    type: intent.kind,
    amount_minor: intent.amountMinor.toString(),
  }
  const keys = [`r:${reference}`, ...(intent.idempotencyKey === null ? [] : [`k:${intent.idempotencyKey}`])]
  const terms = { amount_minor: common.amount_minor, fee_minor: feeOf(intent).toString(), reference }
  const { amount_minor: _, ...tenant } = common
  return [
    ...compare('transaction', [row], [{ ...common, status: expected.status, version: '1', reference }]),
    ...compare('buy', recorded.buys, expected.buys),
    ...compare('sell', recorded.sells, expected.sells),
    ...compare('event', recorded.events, [
      {
        ...tenant,
        sequence: '1',
        event: expected.event,
        from_status: '',
        to_status: expected.status,
        ...terms,
      },
    ]),
    ...compare(
      'key',
      recorded.keys.toSorted((a, b) => String(b.key).localeCompare(String(a.key))),
      keys.map((key) => ({ business_id: intent.party.uuid, mode: 'test', key })),
    ),
    ...compare('wake', recorded.wakes, [{ type: intent.kind }]),
    ...compare('posting', recorded.postings, expected.postings(String(row.id))),
  ]
}

/** Returns a line for each difference between a reply and its intent. */
export function differencesInReply(
  intent: Intent,
  recorded: Recorded,
  transaction: Readonly<Record<string, unknown>>,
): string[] {
  const told = Object.fromEntries(Object.entries(transaction).map(([key, value]) => [key, String(value)]))
  const { vendor, wallet, party } = intent
  return compare(
    'reply',
    [told],
    [
      {
        transaction_id: `txn_${String(recorded.row.id).replaceAll('-', '')}`,
        type: intent.kind === 'buy' ? 'Buy' : 'Sell',
        reference: intent.reference ?? recorded.row.reference ?? null,
        amount: shortest(intent.amountMinor),
        fee: shortest(feeOf(intent)),
        link_tag: party.linkTag,
        account_number: intent.accountNumber,
        bank_name: intent.bank.name,
        network: wallet?.network ?? '',
        wallet_address: wallet?.address ?? '',
        status: recorded.row.status ?? null,
        created_at: recorded.row.created_at ?? null,
        ...(vendor && {
          link_account_name: vendor.name,
          link_account_number: vendor.accountNumber,
          link_bank_name: vendor.bankName,
        }),
      },
    ],
  )
}

type Fields = Readonly<Record<string, string | null>>
type Expected = Readonly<{
  status: string
  event: string
  buys: readonly Fields[]
  sells: readonly Fields[]
  postings(transactionId: string): readonly Fields[]
}>

function expectedBuy(intent: Intent): Expected {
  return {
    status: 'pending_payment',
    event: 'accepted',
    buys: [
      {
        mode: 'test',
        vendor_account_id: intent.vendor?.uuid ?? null,
        payer_bank_code: intent.bank.code,
        payer_bank_name: intent.bank.name,
        payer_account_number: intent.accountNumber,
        payer_account_name: intent.accountName,
        network: intent.wallet?.network ?? null,
        wallet_address: intent.wallet?.address ?? null,
        fee_minor: feeOf(intent).toString(),
        needs: '',
      },
    ],
    sells: [],
    postings: () => [],
  }
}

function expectedSell(intent: Intent): Expected {
  return {
    status: 'deposit_received',
    event: 'accepted_from_balance',
    buys: [],
    sells: [
      {
        mode: 'test',
        bank_code: intent.bank.code,
        bank_name: intent.bank.name,
        account_number: intent.accountNumber,
        account_name: intent.accountName,
        network: null,
        wallet_address: null,
        fee_minor: feeOf(intent).toString(),
        needs: '',
      },
    ],
    postings: (transactionId) => [
      {
        step: 'taken_from_balance',
        mode: 'test',
        debit_kind: 'business',
        debit_owner: intent.party.uuid,
        credit_kind: 'held',
        credit_owner: transactionId,
        asset: 'NGNC',
        amount_minor: intent.amountMinor.toString(),
      },
    ],
  }
}

function compare(name: string, found: readonly Fields[], expected: readonly Fields[]): string[] {
  if (found.length !== expected.length) return [`${found.length} ${name} rows instead of ${expected.length}`]
  return expected.flatMap((fields, index) =>
    Object.entries(fields)
      .filter(([field, value]) => found[index]?.[field] !== value)
      .map(([field, value]) => `${name} ${field} is ${found[index]?.[field]} instead of ${value}`),
  )
}
