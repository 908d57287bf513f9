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

/** A sweeper's settings from the policy. The sweeper owns the deposit accounts, whose addresses are derived from it. */
export type SolanaSweeper = Readonly<{
  address: string
  key: string
  mint: string
  tokenProgram: string
  decimals: number
  /** The treasury's token account. */
  treasuryAccount: string
}>

// The largest transaction of the network, less one signature and the signature count.
const MOST_BYTES = 1_232 - 65
const MOST_UNITS = 2n ** 64n

/** Sends all tokens of these accounts to the treasury, and returns the rent of the accounts to the sweeper. */
export function buildSweep(sweeper: SolanaSweeper, { items, terms }: BuildSweep): Built {
  const { address: owner, treasuryAccount: to } = sweeper
  if (items.some(({ units }) => units >= MOST_UNITS)) throw new BadRequest('units is too large')
  const accounts = items.map(({ salt }) => depositAccount(sweeper, salt))
  const instructions = items.flatMap(({ units }, place) => {
    const from = accounts[place] ?? ''
    const close = closeAccount(from, owner, sweeper)
    // An empty account is only closed.
    return units === 0n ? [close] : [transferChecked({ from, to, owner, units }, sweeper), close]
  })
  return build(sweeper, terms, { instructions, writable: [...accounts, to], rent: 0n })
}

/** Opens the sweeper's accounts at these addresses, so that they can receive tokens. */
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
  refuseUnless(
    message.length <= MOST_BYTES,
    'too_many_salts',
    'too many deposit addresses for one transaction',
  )
  return { ...signable(message, key), cost: transactionFee(units) + rent }
}

function readSolanaTerms(terms: Terms): { blockhash: string; cuLimit: bigint; cuPrice: bigint } {
  const texts = readTerms(terms, ['blockhash', 'lastValidBlockHeight', 'cuPrice', 'cuLimit'])
  const cuLimit = wholeTerm(texts.cuLimit, 'cuLimit')
  const cuPrice = wholeTerm(texts.cuPrice, 'cuPrice')
  if (fromBase58(texts.blockhash, 32) === undefined || cuLimit >= 2n ** 32n || cuPrice >= MOST_UNITS)
    throw new BadRequest('blockhash, cuLimit or cuPrice is not valid')
  return { blockhash: texts.blockhash, cuLimit, cuPrice }
}
