import type { Mode } from '../../../kernel/mode.ts'

/** An address on a network. */
export type Wallet = Readonly<{ network: string; address: string }>

/** Converts two columns. Either both are null or neither is. */
export function toWallet(network: string | null, address: string | null): Wallet | null {
  return network === null || address === null ? null : { network, address }
}

/** Wallet that receives the tokens of a transaction, and what we remember about it. */
export type WalletTarget = Readonly<{
  mode: Mode
  network: string
  address: string
  tokensMinor: bigint
  /** The last time and amount for which the network said that tokens can arrive. */
  fine: Readonly<{ at: Date; tokensMinor: bigint }> | undefined
  /** Time at which our tokens last arrived there. */
  paidAt: Date | undefined
  /** True for one of our own lanes: nobody else can use tokens that are sent there. */
  isOurs: boolean
}>

/** Result of the wallet's check when a transaction is cleared. */
export type WalletAnswer =
  /** No check is needed: the wallet was checked or paid recently, or the tokens stay in a balance. */
  | Readonly<{ outcome: 'known' }>
  | Readonly<{ outcome: 'fine'; warning?: string }>
  /** The message says what is wrong and how to fix it. It never contains the address. */
  | Readonly<{ outcome: 'blocked'; code: string; message: string }>
  /** The network could not be reached. */
  | Readonly<{ outcome: 'unasked'; why: string }>

export type WalletRow = {
  mode: Mode
  network: string | null
  wallet_address: string | null
  tokens_minor: string | null
  fine_minor: string | null
  fine_at: Date | null
  paid_at: Date | null
  is_ours: boolean
}

export function toTarget(row: WalletRow): WalletTarget | undefined {
  const { mode, network, wallet_address: address, fine_at: fineAt, fine_minor: fineMinor } = row
  if (network === null || address === null) return undefined
  return {
    mode,
    network,
    address,
    tokensMinor: BigInt(row.tokens_minor ?? 0),
    fine: fineAt === null || fineMinor === null ? undefined : { at: fineAt, tokensMinor: BigInt(fineMinor) },
    paidAt: row.paid_at ?? undefined,
    isOurs: row.is_ours,
  }
}

/** Converts an answer and its wallet to the SQL function's JSON. */
export function toWalletItem(
  target: Pick<WalletTarget, 'mode' | 'network' | 'address' | 'tokensMinor'> | undefined,
  answer: WalletAnswer,
) {
  return {
    ...answer,
    mode: target?.mode,
    network: target?.network,
    address: target?.address,
    tokens_minor: target?.tokensMinor.toString(),
  }
}
