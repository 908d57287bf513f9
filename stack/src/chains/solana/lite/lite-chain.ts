import { createHash } from 'node:crypto'
import {
  type Address,
  type EncodedAccount,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Signature,
} from '@solana/kit'
import { AccountState, getTokenDecoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'

/** A blockhash is valid for `GOOD_FOR` blocks, and a block is final after `FINAL_AFTER`. */
const GOOD_FOR = 150
const FINAL_AFTER = 31
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ACCOUNT_BYTES = 165

export type Landed = Readonly<{
  signature: string
  slot: number
  error: unknown
  wire: Uint8Array
  keys: readonly Address[]
  before: readonly Held[]
  after: readonly Held[]
}>

type TokenHolding = Readonly<{ mint: string; owner: string; units: bigint }>

/** The contents of an account: lamports, and tokens if it is a token account. */
type Held = Readonly<{ lamports: bigint; token: TokenHolding | undefined }>

type Version = Readonly<{ slot: number; account: EncodedAccount | undefined }>

/**
 * A chain in memory that executes transactions with Solana's own runtime and programs. It has one node and no consensus: every slot has a
 * block, which is final 31 slots later. It refuses a transaction whose blockhash is too old or that was executed before.
 */
export function createLiteChain() {
  // We keep the blockhashes, because the runtime knows only its newest one.
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  const history = createAccountHistory()
  const landed = new Map<string, Landed>()
  const named = new Map<string, Landed[]>()
  const slotOf = new Map([[blockhashOf(0), 0]])
  let slot = 0

  const look = (address: Address): EncodedAccount | undefined => {
    const account = svm.getAccount(address)
    return account.exists && account.lamports > 0n ? account : undefined
  }
  const heldBy = (address: Address): Held => {
    const account = look(address)
    return { lamports: account?.lamports ?? 0n, token: account && readTokenHolding(account) }
  }

  const advance = (): void => {
    slot += 1
    slotOf.set(blockhashOf(slot), slot)
    slotOf.delete(blockhashOf(slot - GOOD_FOR - 1))
    svm.warpToSlot(BigInt(slot))
  }

  /** Returns undefined if the transaction had no effect: it is too old, a duplicate, or its fee could not be charged. */
  const carryOut = (wire: Uint8Array): Landed | undefined => {
    const transaction = getTransactionDecoder().decode(wire)
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    const signature = nameOf(transaction.signatures)
    if (!slotOf.has(message.lifetimeToken) || landed.has(signature)) return undefined
    const keys = message.staticAccounts
    const before = keys.map(heldBy)
    const result = svm.sendTransaction(transaction)
    const after = keys.map(heldBy)
    const isPaid = (before[0]?.lamports ?? 0n) > (after[0]?.lamports ?? 0n)
    if (result instanceof FailedTransactionMetadata && !isPaid) return undefined
    const error =
      result instanceof FailedTransactionMetadata ? { failed: result.toString().slice(0, 200) } : null
    const one: Landed = { signature, slot, error, wire, keys, before, after }
    landed.set(signature, one)
    for (const key of keys) {
      history.note(key, slot, look(key))
      named.set(key, [...(named.get(key) ?? []), one])
    }
    return one
  }

  const finalSlot = (): number => Math.max(0, slot - FINAL_AFTER)
  return {
    advance,
    carryOut,
    slot: (isFinal: boolean): number => (isFinal ? finalSlot() : slot),
    isFinal: (at: number): boolean => at <= finalSlot(),
    blockhashOf,
    lastValidHeight: (): number => slot + GOOD_FOR,
    account: (address: Address, isFinal: boolean): EncodedAccount | undefined =>
      isFinal ? history.at(address, finalSlot()) : look(address),
    /** Sets an account as if it had always existed. */
    set: (account: EncodedAccount): void => {
      svm.setAccount(account)
      history.note(account.address, 0, look(account.address))
    },
    landed: (signature: string): Landed | undefined => landed.get(signature),
    /** Returns the transactions that name an address, oldest first. */
    naming: (address: string): readonly Landed[] => named.get(address) ?? [],
    rent: (bytes: bigint): bigint => svm.minimumBalanceForRentExemption(bytes),
  }
}

export type LiteChain = ReturnType<typeof createLiteChain>

function nameOf(signatures: Readonly<Record<string, Uint8Array | null>>): Signature {
  const first = Object.values(signatures)[0]
  return getBase58Decoder().decode(first ?? new Uint8Array(64)) as Signature
}

function blockhashOf(slot: number): string {
  return getBase58Decoder().decode(createHash('sha256').update(`block ${slot}`).digest())
}

/** The versions of accounts after each slot that changed them, for reads of final states. */
function createAccountHistory() {
  const versions = new Map<Address, readonly Version[]>()
  return {
    note: (address: Address, slot: number, account: EncodedAccount | undefined): void => {
      const before = (versions.get(address) ?? []).filter((version) => version.slot !== slot)
      versions.set(
        address,
        [...before, { slot, account }].toSorted((one, other) => one.slot - other.slot),
      )
    },
    at: (address: Address, slot: number): EncodedAccount | undefined =>
      versions.get(address)?.findLast((version) => version.slot <= slot)?.account,
  }
}

/** Returns undefined unless the account is a token account. */
export function readTokenHolding({ programAddress, data }: EncodedAccount): TokenHolding | undefined {
  const isOfTokens = programAddress === TOKEN_PROGRAM_ADDRESS || programAddress === TOKEN_2022
  if (!isOfTokens || data.length < ACCOUNT_BYTES) return undefined
  const { mint, owner, amount, state } = getTokenDecoder().decode(data.subarray(0, ACCOUNT_BYTES))
  return state === AccountState.Uninitialized ? undefined : { mint, owner, units: amount }
}
