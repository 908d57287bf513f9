import { fromHex } from '../../../shared/bytes.ts'
import { associatedAddress, isOnCurve } from '../../../shared/solana-address.ts'
import { refuseUnless } from '../../answers.ts'
import { createByteReader, refuseMalformed } from '../byte-reader.ts'
import type { LockContext, OnLock, Payment } from '../family.ts'
import {
  limitUnits,
  markerSeed,
  memo,
  openAssociated,
  openMarker,
  priceUnits,
  transactionFee,
  transferChecked,
} from './instructions.ts'
import { decodeMessage, type Instruction, type Message, signable } from './message.ts'

/** A lane's settings from the policy. */
export type SolanaLane = Readonly<{
  address: string
  key: string
  /** The lane's token account. */
  account: string
  mint: string
  tokenProgram: string
  decimals: number
  markerSecret: string
  maxFee: bigint
}>

const MEMO = /^afara:(?:0|[1-9][0-9]*)$/
const SEED_AT = 4 + 32 + 8
const SEED_SIZE = 32
// Signed bytes start with a count and one signature, followed by the message.
const MESSAGE_AT = 65
// A transaction that expires is signed again after about a minute.
const MOST_PER_LOCK_AN_HOUR = 120

/** Reads a message as one payment of the lane's token. Refuses a message that would do anything else. */
export function readPayment(unsigned: Uint8Array, lane: SolanaLane, context: LockContext): Payment {
  return read(unsigned, lane, context, (message, marker) => {
    const [, , , ...rest] = message.instructions
    const opening = rest.length === 3 ? rest[0] : undefined
    const [transfer, text] = rest.slice(-2)
    refuseUnless(
      transfer !== undefined && text !== undefined && rest.length <= 3,
      'wrong_call',
      'the message does not have the instructions of a payment',
    )
    const paid = readTransfer(transfer, lane)
    const opened = opening === undefined ? undefined : readOpening(opening, lane)
    const words = Buffer.from(text.data).toString('utf8')
    refuseUnless(
      MEMO.test(words) && isSame(text, memo(words)),
      'wrong_call',
      'the memo is not "afara:" and a lock number',
    )
    requireRoles(message, [lane.address, marker.account, lane.account, paid.to, opened?.account])
    const perKobo = 10n ** BigInt(lane.decimals - 2)
    refuseUnless(
      paid.units > 0n && paid.units % perKobo === 0n,
      'wrong_amount',
      'the amount is not a whole number of kobo above zero',
    )
    return {
      ...signable(unsigned, lane.key),
      isOnLock: (lock) => marker.isOnLock(lock) && words === `afara:${lock}`,
      isTo: (wallet) =>
        isOnCurve(wallet)
          ? opened?.wallet === wallet &&
            opened.account === paid.to &&
            associatedAddress(wallet, lane) === paid.to
          : opened === undefined && paid.to === wallet,
      tokensMinor: paid.units / perKobo,
    }
  })
}

/** Reads a message that opens a lock's account and does nothing else. */
export function readCancel(unsigned: Uint8Array, lane: SolanaLane, context: LockContext): OnLock {
  return read(unsigned, lane, context, (message, marker) => {
    refuseUnless(message.instructions.length === 3, 'wrong_call', 'a cancel must only use up its lock')
    requireRoles(message, [lane.address, marker.account])
    return { ...signable(unsigned, lane.key), isOnLock: marker.isOnLock }
  })
}

type Marker = Readonly<{ account: string; isOnLock(lock: bigint): boolean }>

/** Reads the common part of payments and cancels: the payer and the amount of the fee, and the opening of a lock's account. */
function read<T>(
  unsigned: Uint8Array,
  lane: SolanaLane,
  context: LockContext,
  meaning: (message: Message, marker: Marker) => T,
): T {
  return refuseMalformed(() => {
    const message = decodeMessage(unsigned)
    const [first, limit, price] = message.instructions
    refuseUnless(
      message.accounts[0] === lane.address &&
        first !== undefined &&
        limit !== undefined &&
        price !== undefined,
      'wrong_call',
      'the lane does not pay the fee, or the message has fewer than three instructions',
    )
    const units = readUnits(limit, price)
    const fee = transactionFee(units)
    refuseUnless(fee <= lane.maxFee, 'fee_too_high', `a fee of ${fee} is above the limit of the lane`)
    // The number is limited, because the network charges a fee for each transaction that lands, although only one is executed.
    refuseUnless(
      context.lately < MOST_PER_LOCK_AN_HOUR,
      'over_hour_cap',
      `more than ${MOST_PER_LOCK_AN_HOUR} transactions for one lock in an hour`,
    )
    const marker = readMarker(first, lane)
    requireSameMarker(marker, context)
    return meaning(message, marker)
  })
}

/** Reads the seed from the bytes. Everything else must match the seed. */
function readMarker(instruction: Instruction, { address, markerSecret }: SolanaLane): Marker {
  const seed = Buffer.from(instruction.data.subarray(SEED_AT, SEED_AT + SEED_SIZE)).toString('latin1')
  const expected = openMarker(address, /^[0-9a-f]*$/.test(seed) ? seed : '')
  // The base wallet of the account may be listed a second time, although it is also the payer.
  const named = { ...expected, accounts: [...expected.accounts, address] }
  refuseUnless(
    seed.length === SEED_SIZE && (isSame(instruction, expected) || isSame(instruction, named)),
    'wrong_call',
    'the first instruction does not open the account of a lock',
  )
  return {
    account: expected.accounts[1] ?? '',
    isOnLock: (lock) => seed === markerSeed(markerSecret, address, lock),
  }
}

/**
 * Refuses a lock whose earlier transaction opens another account: the secret was changed since, and both transactions could land.
 */
function requireSameMarker({ account }: Marker, { signed: [newest] }: LockContext): void {
  if (newest === undefined) return
  const [opened] = decodeMessage(fromHex(newest)?.subarray(MESSAGE_AT) ?? new Uint8Array()).instructions
  refuseUnless(
    opened?.accounts[1] === account,
    'lock_used',
    'an earlier transaction for this lock opens another account: the secret of the markers was changed',
  )
}

function readUnits(limit: Instruction, price: Instruction): { cuLimit: bigint; cuPrice: bigint } {
  const cuLimit = numberIn(limit, 4)
  const cuPrice = numberIn(price, 8)
  refuseUnless(
    isSame(limit, limitUnits(cuLimit)) && isSame(price, priceUnits(cuPrice)),
    'wrong_call',
    'the message does not set its compute limit and price',
  )
  return { cuLimit, cuPrice }
}

function readTransfer(instruction: Instruction, lane: SolanaLane): { to: string; units: bigint } {
  const to = instruction.accounts[2] ?? ''
  const reader = createByteReader(instruction.data)
  reader.take(1)
  const units = reader.low(8)
  const expected = transferChecked({ from: lane.account, to, owner: lane.address, units }, lane)
  refuseUnless(isSame(instruction, expected), 'wrong_call', 'the message does not send the token of the lane')
  return { to, units }
}

function readOpening(instruction: Instruction, lane: SolanaLane): { account: string; wallet: string } {
  const [, account = '', wallet = ''] = instruction.accounts
  const expected = openAssociated(lane.address, wallet, account, lane)
  refuseUnless(
    isSame(instruction, expected),
    'wrong_call',
    'the instruction before the payment does not open the account of the beneficiary',
  )
  return { account, wallet }
}

/** Requires that only the lane signs, only these accounts are writable, and every account is used by an instruction. */
function requireRoles(
  { accounts, signers, writable, instructions }: Message,
  written: readonly (string | undefined)[],
): void {
  const expected = new Set(written.filter((account) => account !== undefined))
  const used = new Set(instructions.flatMap((one) => [one.program, ...one.accounts]))
  refuseUnless(
    signers.size === 1 &&
      accounts.every((account) => used.has(account) && writable.has(account) === expected.has(account)),
    'wrong_call',
    'the accounts of the message do not have the expected roles',
  )
}

function numberIn({ data }: Instruction, size: number): bigint {
  const reader = createByteReader(data)
  reader.take(1)
  return reader.low(size)
}

function isSame(one: Instruction, other: Instruction): boolean {
  return (
    one.program === other.program &&
    one.accounts.length === other.accounts.length &&
    one.accounts.every((account, place) => account === other.accounts[place]) &&
    Buffer.from(one.data).equals(other.data)
  )
}
