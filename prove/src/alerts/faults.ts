import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { capital, float, type Posting, posting } from '@afara/server/records/ledger/account.ts'
import { postEntry } from '@afara/server/records/ledger/ledger-store.ts'
import { mintTokens } from '@afara/stack/chains/evm/deploy-token.ts'
import { simulatedNetworks, TOKEN_ADDRESS } from '@afara/stack/chains/simulated-networks.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { encodeFunctionData, parseAbi } from 'viem'
import { listChanges } from '../reconcile/changes.ts'
import { letGoOn, readDiffering } from '../reconcile/read-alarms.ts'
import type { Fault } from './fault.ts'
import type { Stage } from './stage.ts'

const LOW_LANE = { network: 'Avalanche', number: 2 } as const
const LANE_WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const LOW_WALLET = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
// An account of anvil that nobody uses here.
const STRANGER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
// Two or three buys of the customers.
const LEFT_MINOR = 40_000_00n
const SOLD_NAIRA = 1500
const AFTER_LOOK_MS = 10_000
const MINED_WITHIN_MS = 3_000

/** Lists the faults in their order. The quick ones come first, for a short run. */
export function listFaults(stage: Stage): readonly Fault[] {
  const { stack, desk, archiving, endpoint, superuser, owner } = stage
  const down = (job: string) => [{ alertname: 'AfaraProcessDown', job: `afara-${job}` }]
  const kill = async (name: 'worker' | 'signer' | 'payer') => {
    process.kill(stack.processIds()[name] ?? 0, 'SIGKILL')
  }
  const grants = async (change: string) =>
    superuser.query(
      `do $$ begin execute (select format('${change}', p.oid::regprocedure) from pg_proc p
         where p.proname = 'accept_buys' and p.pronamespace = 'afara'::regnamespace); end $$`,
    )
  const killFile = join(stack.beside.directory, 'payer/kill')
  let feedFault = ''
  return [
    {
      name: 'the worker is killed',
      expected: down('worker'),
      make: async () => kill('worker'),
      mend: async () => stack.crashWorker(),
    },
    {
      name: 'the signer is killed',
      expected: down('signer'),
      make: async () => kill('signer'),
      mend: async () => stack.crashSigner(),
    },
    {
      name: 'the payer is killed',
      expected: down('payer'),
      make: async () => kill('payer'),
      mend: async () => stack.crashPayer(),
    },
    {
      name: 'the archive of the database stops',
      expected: [{ alertname: 'AfaraArchiveBehind' }],
      make: async () => archiving.kill(),
      mend: async () => archiving.crash(),
    },
    {
      name: 'the api may not record buys, and answers 500',
      expected: [
        { alertname: 'AfaraErrorBudgetBurnsFast' },
        // The same errors. In service it would take longer to fire.
        { alertname: 'AfaraErrorBudgetBurnsSlowly' },
      ],
      make: async () => {
        await grants('revoke execute on function %s from afara_api')
      },
      mend: async () => {
        await grants('grant execute on function %s to afara_api')
      },
    },
    ...listDifferences(stage),
    {
      name: 'a lane has tokens for a few minutes only',
      expected: [{ alertname: 'AfaraFloatLow', place: 'Avalanche:2' }],
      make: async () => lowerFloat(stage),
      mend: async () => raiseFloat(stage),
    },
    {
      name: "a bank's list answers nothing",
      expected: [{ alertname: 'AfaraFeedBehind', vendor: 'paystack' }],
      make: async () => {
        feedFault = await desk.setFault({ fault: 'feed_down', vendor: 'paystack' })
      },
      mend: async () => desk.endFault(feedFault),
    },
    {
      name: 'a bank tells nothing about a payout',
      expected: [{ alertname: 'AfaraPayoutUnknown', mode: 'test' }],
      make: async () => {
        await desk.setFault({ fault: 'accept_then_reset' })
        await desk.setFault({ fault: 'payout_hook_never' })
        await desk.setFault({ fault: 'payout_requery_502' })
        await sell(stage)
      },
      mend: async () => {
        await desk.endFaults()
        for (const { reference } of await desk.payoutTruth()) await desk.deliverOf(reference)
      },
    },
    {
      name: 'an endpoint of a business answers 500',
      expected: [{ alertname: 'AfaraWebhookEndpointDown', mode: 'test' }],
      // Opened only now: while a process is killed, notifications would be late.
      make: async () => {
        endpoint.answer(500)
        await endpoint.open()
      },
      mend: async () => endpoint.answer(200),
    },
    {
      name: 'the kill file of the payer is left behind',
      expected: [{ alertname: 'AfaraVaultKilled', job: 'afara-payer' }],
      make: async () => writeFileSync(killFile, ''),
      mend: async () => rmSync(killFile),
    },
  ]

  function listDifferences({ businessId }: Stage): readonly Fault[] {
    if (stack.chains === undefined || stack.bank === undefined)
      throw new Error('the stack was started without a bank or without chains')
    const changes = listChanges({
      chainUrls: {
        Polygon: stack.chains.of('Polygon').url,
        Avalanche: stack.chains.of('Avalanche').url,
      },
      bankAdminUrl: stack.bank.adminUrl,
      owner,
      superuser,
      businessId,
    })
    const change = (name: string) => {
      const found = changes.find((one) => one.name === name)
      if (found === undefined) throw new Error(`there is no change called "${name}"`)
      return found
    }
    const tampered = change('a posting has one kobo too much')
    // What is frozen is lifted when everything agrees again, and after a look that began before.
    const repair = async (mend: () => Promise<void>) => {
      await mend()
      while ((await readDiffering(owner)).length > 0) await sleep(500)
      await sleep(AFTER_LOOK_MS)
      await letGoOn(owner)
    }
    return [
      {
        name: 'a kobo leaves a wallet',
        expected: [{ alertname: 'AfaraReconciliationDiffers', kind: 'lane', place: 'Polygon:1' }],
        make: async () => seize(stack, 'Polygon', LANE_WALLET, 1n),
        mend: async () =>
          repair(async () =>
            mintTokens(stack.chains?.of('Polygon').url ?? '', LANE_WALLET, units('Polygon', 1n)),
          ),
      },
      {
        ...tampered,
        expected: [{ alertname: 'AfaraSealsBroken', mode: 'test' }],
        mend: async () => repair(tampered.mend),
      },
    ]
  }
}

/** Sells from the balance of the business. */
async function sell({ stack }: Stage): Promise<void> {
  const response = await fetch(`${stack.apiUrl}/transactions/v1/offramp`, {
    method: 'POST',
    headers: { 'svc-sec-key': stack.testKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      business_id: stack.businessId,
      link_tag: stack.linkTag,
      type: 'sell_ramp',
      amount: SOLD_NAIRA,
      bank_name: 'GTBank',
      account_number: '0123456789',
      reference: `unknown-${newId()}`,
    }),
  })
  if (!response.ok) throw new Error(`the sell was refused: ${await response.text()}`)
}

type EvmNetwork = 'Avalanche' | 'Polygon'

const abi = parseAbi(['function seize(address from, address to, uint256 value)'])
const units = (network: EvmNetwork, minor: bigint) =>
  minor * 10n ** BigInt(simulatedNetworks[network === 'Polygon' ? 'polygon' : 'avalanche'].decimals - 2)

/** Takes nearly all tokens of a lane out of its wallet and out of the books. */
async function lowerFloat({ stack, owner }: Stage): Promise<void> {
  const { rows } = await owner.query<{ minor: string }>(
    `select amount_minor as minor from balance where kind = 'float' and owner = 'Avalanche:2' and asset = 'NGNC' and mode = 'test'`,
  )
  const taken = BigInt(rows[0]?.minor ?? 0) - LEFT_MINOR
  await whileUncompared({ stack, owner }, async () => {
    await book(owner, posting(capital, float(LOW_LANE), money('NGNC', taken)))
    await seize(stack, 'Avalanche', LOW_WALLET, taken)
  })
}

/** Changes the books and the chain together. No comparison begins before the change is final on the chain. */
async function whileUncompared(
  { stack, owner }: Pick<Stage, 'stack' | 'owner'>,
  change: () => Promise<void>,
): Promise<void> {
  const url = stack.chains?.of('Avalanche').url ?? ''
  const take = async () => {
    const { rows } = await owner.query<{ taken: boolean }>(
      `select take_reconciling('proof', 120000) as taken`,
    )
    return rows[0]?.taken === true
  }
  while (!(await take())) await sleep(50)
  await change()
  await sleep(MINED_WITHIN_MS)
  const changedAt = Number(await askChain<string>(url, 'eth_blockNumber'))
  const final = async () =>
    Number((await askChain<{ number: string }>(url, 'eth_getBlockByNumber', 'finalized', false)).number)
  while ((await final()) < changedAt) await sleep(200)
  await owner.query(`select release_reconciling('proof')`)
}

/** The issuer takes tokens out of a wallet. A transfer by the wallet's key would use up one of its locks, which halts the lane. */
async function seize(
  { chains }: Stage['stack'],
  network: EvmNetwork,
  wallet: `0x${string}`,
  minor: bigint,
): Promise<void> {
  const url = chains?.of(network).url ?? ''
  const [issuer = ''] = await askChain<string[]>(url, 'eth_accounts')
  const data = encodeFunctionData({
    abi,
    functionName: 'seize',
    args: [wallet, STRANGER, units(network, minor)],
  })
  await askChain(url, 'eth_sendTransaction', { from: issuer, to: TOKEN_ADDRESS, data, gas: '0x30d40' })
}

/** Gives the lane tokens for a long time. */
async function raiseFloat({ stack, owner }: Stage): Promise<void> {
  const given = 1_000_000_000_00n
  await whileUncompared({ stack, owner }, async () => {
    await mintTokens(stack.chains?.of('Avalanche').url ?? '', LOW_WALLET, units('Avalanche', given))
    await book(owner, posting(float(LOW_LANE), capital, money('NGNC', given)))
  })
}

/** No step of the service does this, so the owner of the database declares one. */
async function book(owner: Stage['owner'], line: Posting): Promise<void> {
  await owner.query(
    `insert into declared_posting (step, debit_kind, credit_kind, mode)
     values ('float_of_proof', 'capital', 'float', 'test'), ('float_of_proof', 'float', 'capital', 'test') on conflict do nothing`,
  )
  const at = new Date()
  await postEntry(owner, {
    id: newId(),
    mode: 'test',
    transactionId: null,
    step: 'float_of_proof',
    at,
    postings: [line],
  })
}
