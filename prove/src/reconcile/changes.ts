import { seedPayoutAccounts } from '@afara/server/entry/admin/seed-data.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { simulatedNetworks, TOKEN_ADDRESS, TREASURY_ADDRESS } from '@afara/stack/chains/simulated-networks.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { encodeFunctionData, parseAbi } from 'viem'
import type { Change } from './change.ts'

type Places = Readonly<{
  chainUrls: Readonly<Record<'Polygon' | 'Avalanche', string>>
  bankAdminUrl: string
  owner: Pool
  superuser: Pool
  businessId: string
}>

const abi = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
// An account of anvil that nobody uses here.
const STRANGER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const [paystack, monnify] = seedPayoutAccounts

/**
 * Lists differences of one kobo in a wallet, at a vendor, in a posting and in a balance. Each is in another scope, so they can be made
 * together.
 */
export function listChanges(places: Places): readonly Change[] {
  const { owner, superuser, businessId } = places
  const line = async (direction: string) => bookLine(places.bankAdminUrl, paystack.accountNumber, direction)
  const posting = `update afara.posting p set amount_minor = p.amount_minor + $1 from afara.entry e
    where e.id = p.entry_id and e.step = 'payout_account_funded' and p.debit_owner = $2`
  const balance = `update afara.balance set amount_minor = amount_minor + $1 where kind = 'business' and owner = $2 and mode = 'test'`
  return [
    {
      name: 'a kobo leaves a wallet, signed with its key',
      expectedCase: 'lane Polygon:1',
      expectedStop: 'network test:Polygon',
      make: async () => sendKobo(places, 'Polygon', TREASURY_ADDRESS, STRANGER),
      mend: async () => sendKobo(places, 'Polygon', STRANGER, TREASURY_ADDRESS),
    },
    {
      name: 'a kobo arrives in a wallet',
      expectedCase: 'lane Avalanche:1',
      expectedStop: undefined,
      make: async () => {
        const amount = 10n ** BigInt(simulatedNetworks.avalanche.decimals - 2)
        const mint = parseAbi(['function mint(address to, uint256 value)'])
        const [first = ''] = await askChain<string[]>(places.chainUrls.Avalanche, 'eth_accounts')
        const data = encodeFunctionData({ abi: mint, functionName: 'mint', args: [TREASURY_ADDRESS, amount] })
        await askChain(places.chainUrls.Avalanche, 'eth_sendTransaction', {
          from: first,
          to: TOKEN_ADDRESS,
          data,
          gas: '0x30d40',
        })
      },
      // The kobo is in suspense, and stays there until operators know whose it is.
      mend: async () => answer(owner, 'lane Avalanche:1'),
    },
    {
      name: 'a posting has one kobo too much',
      expectedCase: 'ledger seals',
      expectedStop: `payout account ${monnify.id}`,
      make: async () => tamper(superuser, posting, [1, monnify.id]),
      mend: async () => tamper(superuser, posting, [-1, monnify.id]),
    },
    {
      name: 'a balance has one kobo too little',
      expectedCase: 'ledger balances',
      expectedStop: `business ${businessId}`,
      make: async () => tamper(superuser, balance, [-1, businessId]),
      mend: async () => tamper(superuser, balance, [1, businessId]),
    },
    {
      name: 'a kobo leaves an account at a vendor',
      expectedCase: `debit ${paystack.id}`,
      expectedStop: `payout account ${paystack.id}`,
      make: async () => line('debit'),
      mend: async () => answer(owner, `debit ${paystack.id}`),
    },
    {
      name: 'a kobo arrives in an account at a vendor',
      expectedCase: `credit ${paystack.id}`,
      expectedStop: undefined,
      make: async () => line('credit'),
      mend: async () => answer(owner, `credit ${paystack.id}`),
    },
  ]
}

async function sendKobo(
  { chainUrls }: Places,
  network: keyof Places['chainUrls'],
  from: string,
  to: `0x${string}`,
): Promise<void> {
  const url = chainUrls[network]
  await askChain(url, 'anvil_impersonateAccount', from)
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [to, 10_000n] })
  await askChain(url, 'eth_sendTransaction', { from, to: TOKEN_ADDRESS, data, gas: '0x30d40' })
}

async function bookLine(adminUrl: string, number: string, direction: string): Promise<void> {
  const response = await fetch(`${adminUrl}/payout-accounts/${number}/lines`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ direction, amount: '0.01', mark: 'other' }),
  })
  if (!response.ok)
    throw new Error(`the bank simulator answered ${response.status}: ${await response.text()}`)
}

/** Changes rows as the owner of the database could, past every trigger. */
async function tamper(superuser: Pool, statement: string, values: readonly unknown[]): Promise<void> {
  const client = await superuser.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const { rowCount } = await client.query(statement, [...values])
    if (rowCount !== 1) throw new Error(`the statement changed ${rowCount} rows instead of one`)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Closes the case as operators would once they know the reason. */
async function answer(owner: Pool, asked: string): Promise<void> {
  await owner.query(
    `select close_case(id, '{"action": "dismiss", "reason": "it is understood"}', now()) from case_file
     where state <> 'resolved' and ((facts ->> 'kind') || ' ' || (facts ->> 'scope') = $1
       or (facts ->> 'direction') || ' ' || (facts ->> 'account_id') = $1)`,
    [asked],
  )
}
