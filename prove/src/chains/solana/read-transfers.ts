import { askChain } from '@afara/stack/http/ask-chain.ts'
import { tokenAccountOf } from './token-account.ts'

type Moved = Readonly<{ from: string; to: string; units: bigint; hash: string }>
type Listed = Readonly<{ signature: string; slot: number; err: unknown }>
type TokenBalance = Readonly<{
  accountIndex: number
  mint: string
  owner: string
  uiTokenAmount: Readonly<{ amount: string }>
}>
type Landed = Readonly<{
  transaction: Readonly<{ message: Readonly<{ accountKeys: ReadonlyArray<Readonly<{ pubkey: string }>> }> }>
  meta: Readonly<{
    err: unknown
    preTokenBalances: readonly TokenBalance[]
    postTokenBalances: readonly TokenBalance[]
  }>
}>

const PAGE = 1_000
// Each read lists this many earlier slots again, because the node's order within a slot is not stable.
const LISTED_AGAIN = 100

/**
 * Returns a function that reads every final transfer that names the mint, as every transfer with a decimals check does. Other transfers
 * show only in the balances. Final transfers never change, so each is read once.
 */
export function readTransfers(url: string, mint: string): () => Promise<readonly Moved[]> {
  const known = new Map<string, readonly Moved[]>()
  let through = 0
  return async () => {
    // The stack's chain also lists transactions that are not final, under any requested commitment.
    const finalSlot = await askChain<number>(url, 'getSlot', { commitment: 'finalized' })
    const listed = (await listFrom(url, mint, through - LISTED_AGAIN)).filter(({ slot }) => slot <= finalSlot)
    for (const { signature, err } of listed.toReversed())
      if (!known.has(signature))
        known.set(signature, err === null ? await readMoves(url, mint, signature) : [])
    through = finalSlot
    return [...known.values()].flat()
  }
}

/** Lists the signatures, newest first, as the chain does. */
async function listFrom(url: string, mint: string, slot: number): Promise<Listed[]> {
  const all: Listed[] = []
  for (;;) {
    const before = all.at(-1)?.signature
    const page = await askChain<Listed[]>(url, 'getSignaturesForAddress', mint, {
      commitment: 'finalized',
      limit: PAGE,
      ...(before !== undefined && { before }),
    })
    all.push(...page)
    if (page.length < PAGE || (all.at(-1)?.slot ?? 0) < slot) return all
  }
}

async function readMoves(url: string, mint: string, signature: string): Promise<Moved[]> {
  const landed = await askChain<Landed | null>(url, 'getTransaction', signature, {
    commitment: 'finalized',
    encoding: 'jsonParsed',
    maxSupportedTransactionVersion: 0,
  })
  if (landed === null) throw new Error(`the chain lists ${signature}, but does not have this transaction`)
  const { meta, transaction } = landed
  const changes = new Map<number, { owner: string; units: bigint }>()
  const count = (balances: readonly TokenBalance[], sign: bigint): void => {
    for (const { accountIndex, owner, uiTokenAmount, ...of } of balances) {
      if (of.mint !== mint) continue
      const { units } = changes.get(accountIndex) ?? { units: 0n }
      changes.set(accountIndex, { owner, units: units + sign * BigInt(uiTokenAmount.amount) })
    }
  }
  count(meta.preTokenBalances, -1n)
  count(meta.postTokenBalances, 1n)
  const moves = [...changes].map(([index, change]) => ({
    ...change,
    account: transaction.message.accountKeys[index]?.pubkey ?? '',
  }))
  const giver = moves.find(({ units }) => units < 0n)
  const from = giver === undefined ? '' : await spell(mint, giver)
  return Promise.all(
    moves
      .filter(({ units }) => units > 0n)
      .map(async (move) => ({ from, to: await spell(mint, move), units: move.units, hash: signature })),
  )
}

/** Returns the wallet's address for its associated token account, and the account's own address for any other token account. */
async function spell(
  mint: string,
  { owner, account }: Readonly<{ owner: string; account: string }>,
): Promise<string> {
  return (await tokenAccountOf(owner, mint)) === account ? owner : account
}
