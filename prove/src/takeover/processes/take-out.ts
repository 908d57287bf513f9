import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { SignedRequest } from '@afara/server/records/keys/message-signature.ts'
import { acceptSells } from '@afara/server/records/transactions/accepting/sell-store.ts'
import { acceptWithdrawals } from '@afara/server/records/transactions/accepting/withdrawal-store.ts'
import type { ProcessRecorder } from './process-recorder.ts'
import { CAP_MINOR, type ProcessStage, type Victim } from './process-stage.ts'
import { createSigner } from './sign-request.ts'

/** What a thief asks for at once, in kobo: little, a part of the cap, and more than the cap. */
const amounts = [1_000_00n, CAP_MINOR / 2n, CAP_MINOR + 50_000_00n] as const
const SELLS = '/transactions/v1/offramp'
const WITHDRAWALS = '/transactions/v1/withdrawals'
const BATCHES = '/payouts/v1/batches'

type Asked = Readonly<{ plainMinor: bigint; signingMinor: bigint }>

/**
 * Takes the balance of both businesses in every way that a leaked key or the role of the API has: sells, withdrawals and batches, by HTTP
 * and by SQL, unsigned, with another key's signature, and with an honest signature of something else. Returns what was asked for.
 */
export async function takeOut(stage: ProcessStage, recorder: ProcessRecorder, label: string): Promise<Asked> {
  const asked = { plainMinor: 0n, signingMinor: 0n }
  for (const victim of [stage.plain, stage.signing]) {
    const isSigning = victim === stage.signing
    for (const [place, minor] of amounts.entries()) {
      const name = `${label}-${place}`
      for (const way of ['sell', 'withdrawal', 'batch'] as const) {
        await byHttp(stage, recorder, victim, { way, minor, name: `http-${name}` })
        if (way !== 'batch') await bySql(stage, recorder, victim, { way, minor, name: `sql-${name}` })
        asked[isSigning ? 'signingMinor' : 'plainMinor'] += way === 'batch' ? minor : 2n * minor
      }
    }
  }
  return asked
}

type Wish = Readonly<{ way: 'sell' | 'withdrawal' | 'batch'; minor: bigint; name: string }>

const naira = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

function requestOf({ thief, businessId, linkTag }: Victim, { way, minor, name }: Wish) {
  const reference = `taken-${way}-${name}`
  const business = { business_id: businessId, link_tag: linkTag }
  const account = { bank_name: '000013', account_number: thief.number }
  const bodies = {
    sell: { ...business, type: 'sell_ramp', amount: naira(minor), ...account, reference },
    withdrawal: {
      ...business,
      type: 'withdrawal',
      amount: naira(minor),
      network: 'Polygon',
      wallet_address: thief.wallet,
      reference,
    },
    batch: { rows: [{ amount: naira(minor), ...account, reference }] },
  }
  return {
    path: { sell: SELLS, withdrawal: WITHDRAWALS, batch: BATCHES }[way],
    body: JSON.stringify(bodies[way]),
  }
}

/** Sends a request with the stolen key; for a business that signs also with signatures that are not its own. */
async function byHttp(
  { stack, signing }: ProcessStage,
  recorder: ProcessRecorder,
  victim: Victim,
  wish: Wish,
): Promise<void> {
  const { path, body } = requestOf(victim, wish)
  const send = async (headers: Readonly<Record<string, string>>, to = path, text = body): Promise<string> => {
    const response = await fetch(`${stack.apiUrl}${to}`, {
      method: 'POST',
      headers: { 'svc-sec-key': victim.key, 'content-type': 'application/json', ...headers },
      body: text,
    })
    const reply = (await response.json()) as Readonly<{ code?: string; batch?: { id?: string } }>
    if (!response.ok) return reply.code ?? `http_${response.status}`
    const batch = /"(?:batch_id|id)":\s*"(bat_\w+)"/.exec(JSON.stringify(reply))?.[1]
    if (to !== BATCHES || batch === undefined) return 'accepted'
    // The rows are checked before the batch can be confirmed.
    await sleep(1_500)
    return send({ 'idempotency-key': newId() }, `${BATCHES}/${batch}/confirm`, '{}')
  }
  const about = { role: 'payouts key', route: 'HTTP', through: `POST ${path}` } as const
  await recorder.attempt(about, async () => send({ 'idempotency-key': newId() }))
  if (victim !== signing) return
  const thief = createSigner()
  await recorder.attempt(about, async () => send(thief.headers(path, body, newId())))
}

/** Accepts a sell or a withdrawal with the database role of the API, as a thief who controls that process. */
async function bySql(
  { as, signing, keyId }: ProcessStage,
  recorder: ProcessRecorder,
  victim: Victim,
  wish: Wish,
): Promise<void> {
  const { path, body } = requestOf(victim, wish)
  const thief = createSigner()
  const forged: SignedRequest = {
    keyId,
    base: `"@method": POST\n"@path": ${path}\n"@signature-params": ()`,
    signature: Buffer.from(thief.headers(path, body, 'x').signature?.slice(6, -1) ?? '', 'base64'),
    body: Buffer.from(body),
  }
  const through = wish.way === 'sell' ? 'accept_sells' : 'accept_withdrawals'
  const about = { role: 'api', route: 'SQL function', through } as const
  await recorder.attempt(about, async () => accept(as.api, victim, wish, undefined))
  if (victim === signing)
    await recorder.attempt(about, async () =>
      accept(as.api, victim, { ...wish, name: `${wish.name}-signed` }, forged),
    )
}

async function accept(
  api: Pool,
  victim: Victim,
  wish: Wish,
  signed: SignedRequest | undefined,
): Promise<string> {
  const { id: businessId, thief } = victim
  const common = {
    id: newId(),
    businessId,
    mode: 'test',
    reference: `taken-${wish.way}-${wish.name}`,
    idempotencyKey: null,
    amount: money('NGNC', wish.minor),
    createdAt: new Date(),
    guardSince: undefined,
    dailyLimitMinor: null,
    meaning: randomBytes(32),
    signed,
  } as const
  const [answer] =
    wish.way === 'sell'
      ? await acceptSells(api, [
          {
            ...common,
            fee: money('NGNC', 0n),
            payee: { bankCode: '000013', bankName: 'GTBank', accountNumber: thief.number, accountName: null },
            wallet: null,
            depositAddress: null,
            expiresAt: undefined,
          },
        ])
      : await acceptWithdrawals(api, [{ ...common, wallet: { network: 'Polygon', address: thief.wallet } }])
  return answer?.outcome ?? 'none'
}
