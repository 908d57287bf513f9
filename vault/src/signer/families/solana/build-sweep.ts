import { fromBase58 } from '../../../shared/bytes.ts'
import { BadRequest } from '../../../shared/read-fields.ts'
import { depositAccount, depositSeed } from '../../../shared/solana-address.ts'
import { refuseUnless } from '../../answers.ts'
import {
  type BuildOpening,
  type BuildSweep,
  type Built,
  readTerms,
  type Terms,
  wholeTerm,
} from '../family.ts'
import {
  closeAccount,
  initializeAccount,
  limitUnits,
  openTokenAccount,
  priceUnits,
  TOKEN_ACCOUNT_RENT,
  transactionFee,
  transferChecked,
} from './instructions.ts'
import { encodeMessage, type Instruction, signable } from './message.ts'

/** What the policy says of a sweeper: it owns deposit accounts, and they are made of it. */
export type SolanaSweeper = Readonly<{
  address: string
  key: string
  mint: string
  tokenProgram: string
  decimals: number
  /** Where the treasury has its tokens. */
  treasuryAccount: string
}>

// What a network takes at most, less one signature and its count.
const MOST_BYTES = 1_232 - 65
const MOST_UNITS = 2n ** 64n

/** Everything at these accounts goes to the treasury, and what they were opened with comes back. */
export function buildSweep(sweeper: SolanaSweeper, { items, terms }: BuildSweep): Built {
  const { address: owner, treasuryAccount: to } = sweeper
  if (items.some(({ units }) => units >= MOST_UNITS)) throw new BadRequest('units is too large')
  const accounts = items.map(({ salt }) => depositAccount(sweeper, salt))
  const instructions = items.flatMap(({ units }, place) => {
    const from = accounts[place] ?? ''
    const close = closeAccount(from, owner, sweeper)
    // Nothing is there: it is only closed.
    return units === 0n ? [close] : [transferChecked({ from, to, owner, units }, sweeper), close]
  })
  return build(sweeper, terms, { instructions, writable: [...accounts, to], rent: 0n })
}

/** Accounts of the sweeper's at these addresses, to which tokens can come then. */
export function buildOpening(sweeper: SolanaSweeper, { salts, terms }: BuildOpening): Built {
  const accounts = salts.map((salt) => depositAccount(sweeper, salt))
  const instructions = salts.flatMap((salt, place) => [
    ...openTokenAccount(sweeper.address, depositSeed(sweeper, salt), sweeper),
    initializeAccount(accounts[place] ?? '', sweeper.address, sweeper),
  ])
  const rent = TOKEN_ACCOUNT_RENT * BigInt(salts.length)
  return build(sweeper, terms, { instructions, writable: accounts, rent })
}

function build(
  { address, key }: SolanaSweeper,
  terms: Terms,
  {
    instructions,
    writable,
    rent,
  }: Readonly<{ instructions: readonly Instruction[]; writable: readonly string[]; rent: bigint }>,
): Built {
  const { blockhash, ...units } = readSolanaTerms(terms)
  const message = encodeMessage({
    payer: address,
    writable: new Set(writable),
    blockhash,
    instructions: [limitUnits(units.cuLimit), priceUnits(units.cuPrice), ...instructions],
  })
  refuseUnless(message.length <= MOST_BYTES, 'too_many_salts', 'so many do not go into one transaction')
  return { ...signable(message, key), cost: transactionFee(units) + rent }
}

function readSolanaTerms(terms: Terms): { blockhash: string; cuLimit: bigint; cuPrice: bigint } {
  const texts = readTerms(terms, ['blockhash', 'lastValidBlockHeight', 'cuPrice', 'cuLimit'])
  const cuLimit = wholeTerm(texts.cuLimit, 'cuLimit')
  const cuPrice = wholeTerm(texts.cuPrice, 'cuPrice')
  if (fromBase58(texts.blockhash, 32) === undefined || cuLimit >= 2n ** 32n || cuPrice >= MOST_UNITS)
    throw new BadRequest('a term is out of reach')
  return { blockhash: texts.blockhash, cuLimit, cuPrice }
}
