import { type Address, type EncodedAccount, lamports, none } from '@solana/kit'
import {
  AccountState,
  findAssociatedTokenPda,
  getMintDecoder,
  getTokenEncoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { type LiteChain, readTokenHolding } from './lite-chain.ts'
import { showAmount, showLanded, showStatus } from './show-landed.ts'

type Options = Readonly<Record<string, unknown>>
type Method = (...params: never[]) => unknown

const SYSTEM_PROGRAM = '11111111111111111111111111111111' as Address
const TOKEN_ACCOUNT_BYTES = 165n
const MOST_LISTED = 1_000

/** The RPC methods that we use, and the control methods of the other node that stacks can run (surfpool), under the same names. */
export function createLiteRpc(chain: LiteChain, clock: Readonly<{ run(isRunning: boolean): void }>) {
  const isFinal = ({ commitment }: Options = {}): boolean =>
    commitment === undefined || commitment === 'finalized'
  const inContext = (options: Options | undefined, value: unknown) => ({
    context: { slot: chain.slot(isFinal(options)) },
    value,
  })
  const decimalsOf = (mint: string): number => {
    const account = chain.account(mint as Address, false)
    return account === undefined ? 0 : getMintDecoder().decode(account.data).decimals
  }
  const setAccount = async (address: Address, given: Options): Promise<void> => {
    const before = chain.account(address, false)
    const { data: hex } = given
    const data = typeof hex === 'string' ? Buffer.from(hex, 'hex') : before?.data
    chain.set({
      address,
      lamports: lamports(
        given['lamports'] === undefined ? (before?.lamports ?? 0n) : BigInt(Number(given['lamports'])),
      ),
      programAddress: (given['owner'] ?? before?.programAddress ?? SYSTEM_PROGRAM) as Address,
      data: data ?? new Uint8Array(0),
      executable: given['executable'] === true,
      space: BigInt(data?.length ?? 0),
    })
  }
  const setTokens = async (owner: Address, mint: Address, { amount, state }: Options): Promise<void> => {
    const [address] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS })
    const data = getTokenEncoder().encode({
      mint,
      owner,
      amount: BigInt(Number(amount)),
      delegate: none(),
      state: state === 'frozen' ? AccountState.Frozen : AccountState.Initialized,
      isNative: none(),
      delegatedAmount: 0n,
      closeAuthority: none(),
    })
    await setAccount(address, {
      lamports: Number(chain.rent(TOKEN_ACCOUNT_BYTES)),
      owner: TOKEN_PROGRAM_ADDRESS,
      data: Buffer.from(data).toString('hex'),
    })
  }
  const show = (account: EncodedAccount | undefined, { encoding }: Options = {}) => {
    if (account === undefined) return null
    const { data, executable, programAddress } = account
    const holding = encoding === 'jsonParsed' ? readTokenHolding(account) : undefined
    return {
      lamports: Number(account.lamports),
      owner: programAddress,
      executable,
      rentEpoch: 0,
      space: data.length,
      data:
        holding === undefined
          ? [Buffer.from(data).toString('base64'), 'base64']
          : {
              parsed: {
                info: { ...holding, units: undefined, tokenAmount: showAmount(holding, decimalsOf) },
              },
            },
    }
  }

  const methods: Readonly<Record<string, Method>> = {
    getHealth: () => 'ok',
    getSlot: (options?: Options) => chain.slot(isFinal(options)),
    getBlockHeight: (options?: Options) => chain.slot(isFinal(options)),
    getLatestBlockhash: (options?: Options) =>
      inContext(options, {
        blockhash: chain.blockhashOf(chain.slot(false)),
        lastValidBlockHeight: chain.lastValidHeight(),
      }),
    getRecentPrioritizationFees: () => [],
    getMinimumBalanceForRentExemption: (bytes: number) => Number(chain.rent(BigInt(bytes))),
    getBalance: (address: Address, options?: Options) =>
      inContext(options, Number(chain.account(address, isFinal(options))?.lamports ?? 0n)),
    getAccountInfo: (address: Address, options?: Options) =>
      inContext(options, show(chain.account(address, isFinal(options)), options)),
    getMultipleAccounts: (addresses: readonly Address[], options?: Options) =>
      inContext(
        options,
        addresses.map((address) => show(chain.account(address, isFinal(options)), options)),
      ),
    getTokenAccountBalance: (address: Address, options?: Options) => {
      const account = chain.account(address, isFinal(options))
      const holding = account && readTokenHolding(account)
      if (holding === undefined) throw new Error('Invalid param: could not find account')
      return inContext(options, showAmount(holding, decimalsOf))
    },
    getSignatureStatuses: (signatures: readonly string[]) =>
      inContext(
        { commitment: 'confirmed' },
        signatures.map((signature) => {
          const landed = chain.landed(signature)
          return landed === undefined ? null : showStatus(landed, chain.isFinal(landed.slot))
        }),
      ),
    getTransaction: (signature: string, options: Options = {}) => {
      const landed = chain.landed(signature)
      const isThere = landed !== undefined && (!isFinal(options) || chain.isFinal(landed.slot))
      return isThere ? showLanded(landed, options['encoding'], decimalsOf) : null
    },
    getSignaturesForAddress: (address: string, options: Options = {}) => {
      const needed = Number(options['minContextSlot'] ?? 0)
      if (chain.slot(isFinal(options)) < needed) throw new Error('Minimum context slot has not been reached')
      const newest = chain.naming(address).toReversed()
      const from = newest.findIndex(({ signature }) => signature === options['before']) + 1
      return newest
        .slice(from)
        .filter(({ slot }) => !isFinal(options) || chain.isFinal(slot))
        .slice(0, Number(options['limit'] ?? MOST_LISTED))
        .map((landed) => ({ ...showStatus(landed, chain.isFinal(landed.slot)), signature: landed.signature }))
    },
    getBlock: (slot: number, options?: Options) => {
      if (slot > chain.slot(isFinal(options))) throw new Error(`Block not available for slot ${slot}`)
      return {
        blockhash: chain.blockhashOf(slot),
        previousBlockhash: chain.blockhashOf(slot - 1),
        parentSlot: slot - 1,
        blockHeight: slot,
        blockTime: null,
      }
    },
    surfnet_setAccount: setAccount,
    surfnet_setTokenAccount: setTokens,
    surfnet_pauseClock: () => clock.run(false),
    surfnet_resumeClock: () => clock.run(true),
  }
  return methods as Readonly<Record<string, (...params: unknown[]) => unknown>>
}
