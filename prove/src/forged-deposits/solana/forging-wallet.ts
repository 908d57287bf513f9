import { setTimeout as sleep } from 'node:timers/promises'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import {
  type Address,
  address,
  generateKeyPairSigner,
  type Instruction,
  type KeyPairSigner,
  type ReadonlyUint8Array,
} from '@solana/kit'
import {
  AccountState,
  findAssociatedTokenPda,
  getMintEncoder,
  getTokenEncoder,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { differing } from '../../chains/solana/differing.ts'
import { knobOf } from '../../chains/solana/knob.ts'
import { type SignedTransaction, send, sign } from '../../chains/solana/sign.ts'

/** A mint and its token program. */
export type Coin = Readonly<{ mint: Address; program: Address }>

/** A customer with plenty of every coin, and the authority that mints and freezes coins. */
export type ForgingWallet = Readonly<{
  customer: KeyPairSigner
  authority: KeyPairSigner
  /** Makes a coin with six decimals, at this address or a new one, and gives the customer plenty of it. */
  makeCoin(program: Address, mint?: Address): Promise<Coin>
  accountOf(owner: string, coin: Coin): Promise<Address>
  /** Opens a token account for a coin at this address, with this balance. */
  openAccount(at: string, owner: string, coin: Coin, units?: bigint, delegate?: Address): Promise<void>
  transfer(coin: Coin, to: string, units: bigint): Promise<Instruction>
  sign(...instructions: readonly Instruction[]): Promise<SignedTransaction>
  /** Signs all instructions into one transaction and sends it, also if it will fail. */
  send(...instructions: readonly Instruction[]): Promise<SignedTransaction>
  /** Waits until everything sent is final or refused. */
  settle(): Promise<void>
}>

type Statuses = Readonly<{ value: ReadonlyArray<Readonly<{ confirmationStatus: string }> | null> }>

const PLENTY = 10n ** 15n
const RENT_LAMPORTS = '2039280'
export const DECIMALS = 6
const LOOK_EVERY_MS = 100
const REFUSED_AFTER_LOOKS = 30

export async function openForgingWallet(url: string): Promise<ForgingWallet> {
  const knob = knobOf(url)
  const [customer, authority] = [await generateKeyPairSigner(), await generateKeyPairSigner()]
  for (const { address: of } of [customer, authority])
    await knob('sol', { address: of, lamports: '1000000000000' })
  let [sent, number]: [string[], number] = [[], 0]
  const put = async (at: string, owner: Address, data: ReadonlyUint8Array): Promise<unknown> =>
    knob('accounts', {
      address: at,
      lamports: Number(RENT_LAMPORTS),
      owner,
      data: Buffer.from(data).toString('hex'),
    })
  const putTokens = async (
    at: string,
    owner: string,
    { mint, program }: Coin,
    amount: bigint,
    delegate?: Address,
  ) => put(at, program, encodeAccount(mint, owner, amount, delegate))
  const accountOf: ForgingWallet['accountOf'] = async (owner, { mint, program }) => {
    const [account] = await findAssociatedTokenPda({
      owner: address(owner),
      mint,
      tokenProgram: program,
    })
    return account
  }
  const signAll: ForgingWallet['sign'] = async (...instructions) => {
    number += 1
    return sign(url, customer, [differing(number), ...instructions])
  }
  return {
    customer,
    authority,
    makeCoin: async (program, wanted) => {
      const mint = wanted ?? (await generateKeyPairSigner()).address
      const holder = authority.address
      const data = getMintEncoder().encode({
        mintAuthority: holder,
        supply: PLENTY * 10n,
        decimals: DECIMALS,
        isInitialized: true,
        freezeAuthority: holder,
      })
      await put(mint, program, data)
      const coin = { mint, program }
      await putTokens(await accountOf(customer.address, coin), customer.address, coin, PLENTY)
      return coin
    },
    accountOf,
    openAccount: async (at, owner, coin, units = 0n, delegate) => {
      await putTokens(at, owner, coin, units, delegate)
    },
    transfer: async (coin, to, amount) =>
      getTransferCheckedInstruction(
        {
          source: await accountOf(customer.address, coin),
          mint: coin.mint,
          destination: address(to),
          authority: customer,
          amount,
          decimals: DECIMALS,
        },
        { programAddress: coin.program },
      ),
    sign: signAll,
    send: async (...instructions) => {
      const signed = await signAll(...instructions)
      await send(url, signed)
      sent.push(signed.signature)
      return signed
    },
    settle: async () => {
      const until = await askChain<number>(url, 'getSlot', { commitment: 'processed' })
      for (let looks = 0; ; looks += 1) {
        if (sent.length > 0) {
          const { value } = await askChain<Statuses>(url, 'getSignatureStatuses', sent)
          sent = sent.filter((_, at) => {
            const status = value[at]
            return status == null ? looks < REFUSED_AFTER_LOOKS : status.confirmationStatus !== 'finalized'
          })
        }
        const final = await askChain<number>(url, 'getSlot', { commitment: 'finalized' })
        if (sent.length === 0 && final >= until) return
        await sleep(LOOK_EVERY_MS)
      }
    },
  }
}

function encodeAccount(mint: Address, owner: string, amount: bigint, delegate?: Address): ReadonlyUint8Array {
  return getTokenEncoder().encode({
    mint,
    owner: address(owner),
    amount,
    delegate: delegate ?? null,
    state: AccountState.Initialized,
    isNative: null,
    delegatedAmount: delegate === undefined ? 0n : PLENTY,
    closeAuthority: null,
  })
}
