import { none, address as toAddress } from '@solana/kit'
import { AccountState, getTokenEncoder } from '@solana-program/token'
import { askChain } from '../../http/ask-chain.ts'
import { askJson } from '../../http/ask-json.ts'
import { readBookedLanes, readBookedSweeper, withBookedDeposits } from '../books.ts'
import { simulatedSolana } from '../simulated-networks.ts'
import { noStandIns, type StandIns } from '../stand-in-wallets.ts'

const TOKEN_ACCOUNT_RENT = 2_039_280

/**
 * Makes a new Solana chain match the ledger: creates the mint, gives the lane its float and gas, and each deposit account its tokens.
 * Markers of ended locks are not restored, because nothing reads them. Pending transfers are sent again. A chain that has the mint was
 * prepared before and is left unchanged. `databaseUrl` connects as the owner.
 */
export async function fundSolana(
  databaseUrl: string,
  url: string,
  { spell }: StandIns = noStandIns,
): Promise<void> {
  const { mint, mintAuthority, decimals, name } = simulatedSolana
  const sweeper = spell(simulatedSolana.sweeper)
  const { value: found } = await askChain<{ value: unknown }>(url, 'getAccountInfo', mint, {
    encoding: 'base64',
  })
  if (found !== null) return
  await turn(url, 'mints', { address: mint, decimals, authority: mintAuthority })
  for (const lane of await readBookedLanes(databaseUrl, simulatedSolana)) {
    const units = lane.tokensMinor * 10n ** BigInt(decimals - 2)
    await turn(url, 'sol', { address: lane.address, lamports: lane.gasUnits.toString() })
    await turn(url, 'tokens', { owner: lane.address, mint, units: units.toString() })
  }
  const { gasUnits } = await readBookedSweeper(databaseUrl, simulatedSolana)
  await turn(url, 'sol', { address: sweeper, lamports: gasUnits.toString() })
  await turn(url, 'sol', { address: mintAuthority, lamports: '1000000000000' })
  await withBookedDeposits(databaseUrl, name, async ({ cursor, held, forgetOpened, moveCursor }) => {
    await forgetOpened()
    if (cursor === undefined) return
    for (const { address, units } of await held()) await fillDeposit(url, { address, units, sweeper })
    await moveCursor(await readFinal(url))
  })
}

/** Restores a deposit: a token account of the sweeper at the sell's address. */
async function fillDeposit(
  url: string,
  { address, units, sweeper }: Readonly<{ address: string; units: bigint; sweeper: string }>,
): Promise<void> {
  const { mint, tokenProgram } = simulatedSolana
  const data = getTokenEncoder().encode({
    mint: toAddress(mint),
    owner: toAddress(sweeper),
    amount: units,
    delegate: none(),
    state: AccountState.Initialized,
    isNative: none(),
    delegatedAmount: 0n,
    closeAuthority: none(),
  })
  await turn(url, 'accounts', {
    address,
    lamports: TOKEN_ACCOUNT_RENT,
    owner: tokenProgram,
    data: Buffer.from(data).toString('hex'),
  })
}

async function readFinal(url: string): Promise<{ block: bigint; hash: string }> {
  const slot = await askChain<number>(url, 'getSlot', { commitment: 'finalized' })
  const { blockhash } = await askChain<{ blockhash: string }>(url, 'getBlock', slot, {
    transactionDetails: 'none',
    rewards: false,
  })
  return { block: BigInt(slot), hash: blockhash }
}

async function turn(url: string, knob: string, body: object): Promise<void> {
  await askJson(`${url}/admin/${knob}`, {}, body)
}
