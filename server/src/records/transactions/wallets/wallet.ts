import type { Mode } from '../../../kernel/mode.ts'

/** A place for tokens on a network. */
export type Wallet = Readonly<{ network: string; address: string }>

/** As two columns hold it: both or neither. */
export function toWallet(network: string | null, address: string | null): Wallet | null {
  return network === null || address === null ? null : { network, address }
}

/** The wallet that a transaction goes to, and what is remembered of it. */
export type WalletTarget = Readonly<{
  mode: Mode
  network: string
  address: string
  tokensMinor: bigint
  /** When its network last said that so much can arrive there. */
  fine: Readonly<{ at: Date; tokensMinor: bigint }> | undefined
  /** When tokens of ours last arrived there. */
  paidAt: Date | undefined
  /** One of our own lanes: nobody else can use what is sent there. */
  isOurs: boolean
}>

/** What is known of the wallet when a transaction is cleared. */
export type WalletAnswer =
  /** It need not be asked about: it was lately, or it was paid; or there is none, and the tokens stay in a balance. */
  | Readonly<{ outcome: 'known' }>
  | Readonly<{ outcome: 'fine'; warning?: string }>
  /** A message says what is wrong and what mends it, and never repeats the address. */
  | Readonly<{ outcome: 'blocked'; code: string; message: string }>
  /** Its network could not be asked. */
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

/** As the record takes it, with what it is about. */
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
