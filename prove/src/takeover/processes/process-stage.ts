import { setTimeout as sleep } from 'node:timers/promises'
import { formatId, parseId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import { issueKey } from '@afara/server/records/keys/manage-keys.ts'
import { askJson } from '@afara/stack/http/ask-json.ts'
import { sampleBuy, samplePayment } from '@afara/stack/journeys/first-buy.ts'
import { sampleSell } from '@afara/stack/journeys/first-sell.ts'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import { type LiveStack, raiseLiveStack } from '../../live-stack.ts'
import { type ChangeLog, logChanges } from '../change-log.ts'
import { createSigner, type RequestSigner } from './sign-request.ts'

/** What signer and payer let out in an hour, for each lane and each payout account. */
export const CAP_MINOR = 300_000_00n
/** What each business may spend in test mode without a cause. It is above the cap, so that the cap is tried. */
const GIVEN_MINOR = 1_000_000_00n
/** Database roles of processes that an attacker may hold. */
export const roles = ['owner', 'worker', 'api', 'reconciler', 'sealer'] as const
export type Role = (typeof roles)[number]
/** Holes that the proof must find. */
export const plants = ['grant', 'cap', 'check'] as const

/** References of what a thief orders at a vendor, past the payer, begin with this. */
export const STOLEN = 'thief-'

/** A business whose key leaked, and where the thief would have its money. */
export type Victim = Readonly<{
  id: string
  businessId: string
  linkTag: string
  key: string
  thief: Readonly<{ name: string; number: string; wallet: string }>
}>

const thiefOf = (place: number): Victim['thief'] => ({
  name: 'EVE BELLO',
  number: `077777777${place}`,
  wallet: `0x00000000000000000000000000000000000bad0${place}`,
})

/** What left so far, in kobo. */
export type Left = Readonly<{
  /** By the lane or the payout account that it left. */
  from: ReadonlyMap<string, bigint>
  /** By the wallet or the account number at which it arrived. */
  to: ReadonlyMap<string, bigint>
  /** Ordered by a thief with the key of a vendor, past the payer. */
  atVendor: bigint
}>

export type ProcessStage = Readonly<{
  stack: LiveStack
  owner: Pool
  /** The pools of the attackers. The application of each is `takeover-<role>`. */
  as: Readonly<Record<Role, Pool>>
  changes: ChangeLog
  /** A business without a signing key. */
  plain: Victim
  /** A business with one. `signer` is its private key, which nobody stole. */
  signing: Victim
  signer: RequestSigner
  keyId: string
  left(): Promise<Left>
  stop(): Promise<void>
}>

const why = { actor: 'system:prove', reason: 'a proof' }

/** Starts a stack with low caps and two businesses with a balance. With a plant, it has a hole. */
export async function setProcessStage(plant: string | undefined): Promise<ProcessStage> {
  const perHour = plant === 'cap' ? CAP_MINOR * 100n : CAP_MINOR
  const stack = await raiseLiveStack(
    { TRUSTED_PROXIES: '127.0.0.0/8' },
    {
      bank: { isAsking: true },
      delivery: { networks: ['Polygon'] },
      policy: { uncausedTestMinor: `${GIVEN_MINOR}`, perHourMinor: `${perHour}` },
    },
  )
  const owner = createPool(stack.databaseUrl('afara_owner'), { max: 4, applicationName: 'prove' })
  const pools = roles.map((role) =>
    createPool(stack.databaseUrl(`afara_${role}`), {
      max: 2,
      applicationName: `takeover-${role}`,
      side: 'house',
    }),
  )
  const as = Object.fromEntries(roles.map((role, place) => [role, pools[place]])) as Record<Role, Pool>
  const signer = createSigner()
  const plain = {
    id: parseId('business', stack.businessId) ?? '',
    businessId: stack.businessId,
    linkTag: stack.linkTag,
    key: stack.testKey,
    thief: thiefOf(1),
  }
  const { signing, keyId } = await openSigning(stack, owner, signer)
  // The accounts of the thief exist, so that a bank pays into them.
  for (const { thief } of [plain, signing]) await nameHolder(stack, thief)
  await transactHonestly(stack, owner, plain.id)
  if (plant === 'grant') await owner.query(`grant execute on function post_entry to afara_worker`)
  if (plant === 'check') await blind(owner)
  return {
    stack,
    owner,
    as,
    changes: await logChanges(owner),
    plain,
    signing,
    signer,
    keyId,
    left: async () => readLeft(stack),
    stop: async () => {
      await Promise.all([owner, ...pools].map(async (pool) => pool.end()))
      await stack.stop()
    },
  }
}

async function openSigning(stack: LiveStack, owner: Pool, signer: RequestSigner) {
  const [version, pepper] = (stack.environment.KEY_PEPPERS ?? '1:00').split(':') as [string, string]
  const { id } = await createBusiness(owner, { name: 'Signed Foods', linkTag: 'signed-foods', ...why })
  await giveBalance(owner, { businessId: id, minor: GIVEN_MINOR })
  const { secret, key } = await issueKey(
    {
      pool: owner,
      cell: stack.testKey.split('_')[2] ?? '',
      peppers: new Map([[Number(version), Buffer.from(pepper, 'hex')]]),
    },
    {
      business: 'signed-foods',
      mode: 'test',
      scopes: ['read', 'buy', 'sell', 'payouts'],
      publicKey: signer.publicKey,
      ...why,
    },
  )
  const signing = {
    id,
    businessId: formatId('business', id),
    linkTag: 'signed-foods',
    key: secret,
    thief: thiefOf(2),
  }
  return { signing, keyId: key.id }
}

/** Buys and sells once, so that every table of money has rows whose ids an attacker can name. */
async function transactHonestly(stack: LiveStack, owner: Pool, business: string): Promise<void> {
  const facts = { businessId: stack.businessId, linkTag: stack.linkTag }
  const ask = async (way: string, body: object) =>
    askJson(`${stack.apiUrl}/transactions/v1/${way}`, { 'svc-sec-key': stack.testKey }, body)
  await ask('onramp', { ...sampleBuy(facts), reference: 'honest-buy' })
  await askJson(`${stack.bank?.adminUrl}/payments`, {}, samplePayment())
  await ask('offramp', { ...sampleSell(facts), reference: 'honest-sell' })
  await ask('offramp', {
    ...sampleSell(facts),
    network: 'Polygon',
    wallet_address: thiefOf(1).wallet,
    reference: 'honest-wallet-sell',
  })
  const deadline = performance.now() + 60_000
  for (;;) {
    const { rows } = await owner.query<{ done: number }>(
      `select count(*)::integer as done from transaction where business_id = $1 and status = 'completed'`,
      [business],
    )
    if (rows[0]?.done === 2) return
    if (performance.now() > deadline) throw new Error('the honest transactions did not complete')
    await sleep(200)
  }
}

async function nameHolder({ bank }: LiveStack, { number, name }: Victim['thief']): Promise<void> {
  await fetch(`${bank?.adminUrl}/beneficiaries/000013/${number}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
}

/** Has the check of causes find nothing, as an owner could who forges afterwards. */
async function blind(owner: Pool): Promise<void> {
  await owner.query(`create or replace function check_causes(since_xid bigint, through_xid bigint) returns setof finding
    language sql stable as 'select null::afara.finding where false'`)
}

async function readLeft(stack: LiveStack): Promise<Left> {
  const from = new Map<string, bigint>()
  const to = new Map<string, bigint>()
  let atVendor = 0n
  const add = (sums: Map<string, bigint>, name: string, minor: bigint): void =>
    void sums.set(name, (sums.get(name) ?? 0n) + minor)
  const truth = await (await fetch(`${stack.bank?.adminUrl}/truth/payouts`)).text()
  for (const line of truth.split('\n').filter(Boolean)) {
    const told = JSON.parse(line) as Readonly<
      Record<'account' | 'reference' | 'number' | 'arrived_kobo', string>
    >
    const minor = BigInt(told.arrived_kobo)
    if (told.reference.startsWith(STOLEN)) atVendor += minor
    else {
      add(from, `account ${told.account}`, minor)
      add(to, told.number, minor)
    }
  }
  const chain = stack.chains?.of('Polygon')
  for (const sent of (await chain?.transfers()) ?? [])
    if (chain?.lanes.includes(sent.from)) {
      add(from, `lane ${sent.from}`, sent.units / sent.unit)
      add(to, sent.to.toLowerCase(), sent.units / sent.unit)
    }
  return { from, to, atVendor }
}
