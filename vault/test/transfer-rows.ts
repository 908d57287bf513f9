import { encodeFunctionData, erc20Abi, getAddress, hexToBytes, serializeTransaction } from 'viem'
import type { Intent } from '../src/signer/journal/journal-record.ts'
import type { TransferFacts } from '../src/signer/money/transfer-facts.ts'
import { allocation, BUSINESS, entry, TRANSACTION } from './credit-rows.ts'
import { changed } from './refusals.ts'

export const LANE = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
export const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
export const WALLET = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
export const OTHER_WALLET = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'

export const NOW_MS = Date.parse('2026-11-16T12:00:00Z')

/** An entry of the policy. */
export const laneLine = {
  mode: 'test',
  network: 'Polygon',
  number: 1,
  chain_id: 80002,
  token: TOKEN,
  decimals: 6,
  address: LANE,
  key: 'one',
  per_transfer_minor: '100000000',
  per_hour_minor: '100000000',
  per_day_minor: '100000000',
  first_seen_minor: '100000000',
  max_fee_per_gas: '100',
  max_gas: '65000',
}

/** A buy of ₦100 with a fee of ₦1, paid in full by one credit and about to be delivered on lock 7. */
export const buy: TransferFacts = {
  transfer_id: 'transfer-1',
  state: 'reserved',
  mode: 'test',
  network: 'Polygon',
  lock: '7',
  lane: {
    mode: 'test',
    network: 'Polygon',
    number: 1,
    address: LANE,
    state: 'active',
    first_lock: '7',
    next_lock: '8',
  },
  right: {
    id: 'right-1',
    mode: 'test',
    transaction_id: TRANSACTION,
    purpose: 'delivery',
    leg: 1,
    business_id: BUSINESS,
    reference: 'buy-1',
    network: 'Polygon',
    address: WALLET,
    tokens_minor: '9900',
  },
  transaction: {
    business_id: BUSINESS,
    mode: 'test',
    type: 'buy',
    status: 'cleared',
    amount_minor: '10000',
    reference: 'buy-1',
    is_short: false,
    accepted_minor: [],
    releases: 0,
  },
  buy: {
    mode: 'test',
    vendor_account_id: 'account-1',
    network: 'Polygon',
    wallet_address: WALLET,
    fee_minor: '100',
    paid: null,
    named: null,
  },
  withdrawal: null,
  order_id: null,
  taken: null,
  opening: entry(
    TRANSACTION,
    `held:${TRANSACTION} / committed:${TRANSACTION} NGN 10000`,
    'outgoing:Polygon / float:Polygon:1 NGNC 9900',
  ),
  allocations: [allocation],
  has_return: false,
  freezes: [],
  highest_signed: null,
}

export const withdrawal: TransferFacts = {
  ...changed(buy, {
    'right.purpose': 'withdrawal',
    'right.tokens_minor': '10000',
    'transaction.type': 'withdrawal',
    buy: null,
    allocations: [],
  }),
  withdrawal: { mode: 'test', network: 'Polygon', wallet_address: WALLET, asked_by: 'business' },
  taken: entry(TRANSACTION, `business:${BUSINESS} / held:${TRANSACTION} NGNC 10000`),
  opening: entry(
    TRANSACTION,
    `held:${TRANSACTION} / committed:${TRANSACTION} NGNC 10000`,
    'outgoing:Polygon / float:Polygon:1 NGNC 10000',
  ),
}

export const credit = {
  account: '000013:0123456789',
  names: ['feed:a'],
  session_id: null,
  amount_minor: '10000',
  gross_minor: '10000',
}

/** The same buy on lock 6, signed an hour and a minute ago. */
export const signedBefore: Intent = {
  at: new Date(NOW_MS - 61 * 60_000).toISOString(),
  lock: { mode: 'test', network: 'Polygon', address: LANE, lock: '6' },
  action: 'pay',
  right: `${BUSINESS}/test/buy-1/delivery/1`,
  transaction_id: TRANSACTION,
  right_id: 'right-1',
  transfer_id: 'transfer-0',
  to: WALLET,
  tokens_minor: '9900',
  credits: [credit],
  digest: '',
}
/** Differences from the bytes that pay the buy on its lock. */
export type Bytes = Partial<
  Readonly<{
    chainId: number
    nonce: number
    gas: bigint
    fee: bigint
    value: bigint
    token: string
    to: string
    units: bigint
  }>
>

const base = ({ chainId = 80002, nonce = 7, gas = 65_000n, fee = 100n, value = 0n }: Bytes) =>
  ({ type: 'eip1559', chainId, nonce, gas, maxFeePerGas: fee, maxPriorityFeePerGas: 1n, value }) as const

export const payment = (bytes: Bytes): Uint8Array =>
  hexToBytes(
    serializeTransaction({
      ...base(bytes),
      to: getAddress(bytes.token ?? TOKEN),
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [getAddress(bytes.to ?? WALLET), bytes.units ?? 99_000_000n],
      }),
    }),
  )

export const cancel = (bytes: Bytes): Uint8Array =>
  hexToBytes(serializeTransaction({ ...base(bytes), to: getAddress(bytes.to ?? LANE) }))
