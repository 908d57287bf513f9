import { createHmac } from 'node:crypto'
import { seedPayoutAccounts } from '@afara/server/entry/admin/seed-data.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { publicRoutes } from '../http-attacks.ts'
import type { ProcessRecorder } from './process-recorder.ts'
import { CAP_MINOR, type ProcessStage, STOLEN } from './process-stage.ts'

/** In kobo: below the caps, and above them. */
const amounts = [1_000_00n, CAP_MINOR + 50_000_00n] as const
/** Routes of the payer and the signer. The api's token is good for the first two of the payer. */
const vaultRoutes = [
  'POST /v1/enquire',
  'POST /v1/hooks',
  'GET /v1/approvals',
  'GET /v1/decisions',
  'GET /v1/journal',
  'GET /v1/locks',
  'POST /v1/send',
  'POST /v1/requery',
  'POST /v1/sign',
  'POST /v1/sweeps',
  'POST /v1/openings',
  ...seedPayoutAccounts.flatMap(({ id }) => [
    `GET /v1/accounts/${id}/balance`,
    `GET /v1/accounts/${id}/lines`,
  ]),
]
const ofApi = new Set(['POST /v1/enquire', 'POST /v1/hooks'])
const durableObjects = [
  'buy',
  'sell',
  'withdrawal',
  'return',
  'bank-account',
  'lane',
  'payout-account',
  'batch',
]
const collectionVendors = ['monnify', 'providus', 'paystack', 'kora'] as const

type Json = Readonly<Record<string, unknown>>
type Sent = Readonly<{ status: number; body: Json }>

async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
  method = 'POST',
): Promise<Sent> {
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const isObject = text.startsWith('{')
  return { status: response.status, body: isObject ? (JSON.parse(text) as Json) : {} }
}

const saidBy = ({ status, body }: Sent): string =>
  status < 300 ? 'accepted' : typeof body.code === 'string' ? body.code : `http_${status}`

/** Sends every route of the API with both leaked keys, and with keys that the pepper could make. */
export async function attackPublicRoutes(stage: ProcessStage, recorder: ProcessRecorder): Promise<void> {
  const { stack, plain, signing } = stage
  const [version, pepper] = (stack.environment.KEY_PEPPERS ?? '1:00').split(':') as [string, string]
  const minted = `afs_${createHmac('sha256', Buffer.from(pepper, 'hex')).update(`${newId()}${version}`).digest('base64url')}`
  const keys = [
    ['payouts key', plain.key, plain],
    ['payouts key', signing.key, signing],
    ['environment of the api', minted, plain],
  ] as const
  for (const [role, key, victim] of keys)
    for (const { method, path, body } of publicRoutes) {
      const fill = (name: string): unknown =>
        ({
          business_id: victim.businessId,
          link_tag: victim.linkTag,
          wallet_address: victim.thief.wallet,
          account_number: victim.thief.number,
          reference: `route-${newId()}`,
          network: 'Polygon',
        })[name]
      const at = path.replaceAll(/[{:](\w+)}?/g, () => victim.businessId)
      await recorder.attempt({ role, route: 'HTTP', through: `${method} ${path}` }, async () =>
        saidBy(
          await post(
            `${stack.apiUrl}${at}`,
            {
              'svc-sec-key': key,
              'idempotency-key': newId(),
              'x-forwarded-for': `11.1.${Math.floor(Math.random() * 250)}.7`,
            },
            method === 'POST' ? JSON.stringify(body(fill)) : undefined,
            method,
          ),
        ),
      )
    }
}

/** Uses what else is in the environment of the api: its token for the payer, the engine, and the vendors' secrets for collections. */
export async function attackFromEnvironment(stage: ProcessStage, recorder: ProcessRecorder): Promise<void> {
  const { stack, owner, plain } = stage
  const { environment } = stack
  const about = { role: 'environment of the api', route: 'HTTP' } as const
  const { rows } = await owner.query<{ payout: string | null; transfer: string | null }>(
    `select (select id from payout order by id desc limit 1) as payout, (select id from transfer order by id desc limit 1) as transfer`,
  )
  const body = JSON.stringify({
    orders: [{ payout_id: rows[0]?.payout ?? newId(), kind: 'first' }],
    payout_ids: [rows[0]?.payout ?? newId()],
    requests: [{ transfer_id: rows[0]?.transfer ?? newId(), kind: 'payment' }],
    mode: 'test',
    bank_code: '000013',
    account_number: plain.thief.number,
    vendor: 'paystack',
    headers: {},
    body: '',
  })
  for (const [name, url] of [
    ['payer', environment.PAYER_URL],
    ['signer', environment.SIGNER_URL],
  ] as const)
    for (const route of vaultRoutes) {
      const [method = '', path = ''] = route.split(' ')
      await recorder.attempt({ ...about, through: `${name} ${route}` }, async () => {
        const token = environment.PAYER_TOKEN_API ?? ''
        const sent = await post(
          `${url}${path}`,
          { authorization: `Bearer ${token}` },
          method === 'POST' ? body : undefined,
          method,
        )
        return sent.status < 300 && !(name === 'payer' && ofApi.has(route)) ? 'admitted' : saidBy(sent)
      })
    }
  for (const type of durableObjects)
    await recorder.attempt({ ...about, through: `engine ${type}/advance` }, async () =>
      saidBy(await post(`${environment.RESTATE_INGRESS_URL}/${type}/${newId()}/advance/send`, {})),
    )
}

/** Notifies us with the stolen secrets of the vendors: of payments that nobody made, and of payouts that failed or came back. */
export async function attackHooks(
  stage: ProcessStage,
  recorder: ProcessRecorder,
  round: number,
): Promise<void> {
  const { stack, owner, plain } = stage
  const { environment } = stack
  const { rows } = await owner.query<{ reference: string; vendor: string }>(
    `select distinct on (a.vendor) x.reference, a.vendor from payout x join payout_account a on a.id = x.account_id
     order by a.vendor, x.id desc`,
  )
  const minor = amounts[round % 2] ?? 1n
  const send = async (through: string, path: string, secret: string, message: object): Promise<void> => {
    const text = JSON.stringify(message)
    const digest = createHmac('sha512', secret).update(text).digest('hex')
    await recorder.attempt({ role: 'vendor key', route: 'HTTP', through }, async () =>
      saidBy(
        await post(
          `${stack.apiUrl}${path}`,
          {
            'x-paystack-signature': digest,
            'monnify-signature': digest,
            'x-korapay-signature': digest,
            'x-auth-signature': secret,
          },
          text,
        ),
      ),
    )
  }
  for (const vendor of collectionVendors) {
    const name = `BANK_TEST_${vendor.toUpperCase()}`
    const secret = environment[`${name}_SECRET`] ?? environment[`${name}_SECRET_KEY`] ?? ''
    const naira = Number(minor / 100n)
    const reference = `invented${newId().replaceAll('-', '')}`
    await send(`hook of ${vendor}: invented payment`, `/hooks/v1/test/${vendor}`, secret, {
      event: 'charge.success',
      eventType: 'SUCCESSFUL_TRANSACTION',
      settlementId: reference,
      data: {
        reference,
        amount: vendor === 'paystack' ? Number(minor) : naira,
        currency: 'NGN',
        status: 'success',
        channel: 'dedicated_nuban',
      },
      eventData: {
        transactionReference: reference,
        amountPaid: naira,
        paymentStatus: 'PAID',
        product: { type: 'RESERVED_ACCOUNT', reference: 'afara-0000000001' },
      },
      accountNumber: '0000000002',
      transactionAmount: naira,
      payer: plain.thief.name,
    })
  }
  for (const { vendor, accountNumber: number } of seedPayoutAccounts) {
    // Before the first payout at a vendor, the notification is about none of ours.
    const reference = rows.find((one) => one.vendor === vendor)?.reference ?? `invented${newId()}`
    const secret = vendor === 'paystack' ? `sk_test_payouts_${number}` : `simulated_payouts_secret_${number}`
    for (const event of ['transfer.failed', 'transfer.reversed'])
      await send(`hook of ${vendor}: ${event}`, `/hooks/v1/test/${vendor}/payouts`, secret, {
        event,
        eventType: event === 'transfer.failed' ? 'FAILED_DISBURSEMENT' : 'REVERSED_DISBURSEMENT',
        data: { reference, status: event.split('.')[1], amount: 1_000_00, currency: 'NGN' },
        eventData: { reference, status: 'FAILED', amount: 1_000 },
      })
  }
}

/** Orders payments at the vendors directly, with the stolen keys of our payout accounts. Returns the references by vendor. */
export async function stealAtVendors(
  { stack, plain }: ProcessStage,
  recorder: ProcessRecorder,
  round: number,
): Promise<readonly Readonly<{ vendor: string; reference: string }>[]> {
  const base = stack.environment.BANK_TEST_PAYSTACK_URL?.replace(/\/paystack$/, '') ?? ''
  const stolen: Readonly<{ vendor: string; reference: string }>[] = []
  for (const { vendor, accountNumber } of seedPayoutAccounts) {
    const reference = `${STOLEN}${newId().replaceAll('-', '').slice(-20)}`
    // Monnify refuses the amount of an earlier payment to the same account for two minutes.
    const minor = (amounts[round % 2] ?? 0n) + BigInt(round + 1) * 7_00n
    const order = vendor === 'paystack' ? paystackOrder : monnifyOrder
    const said = await recorder.attempt(
      { role: 'vendor key', route: 'HTTP', through: `${vendor}: pays the thief` },
      async () =>
        saidBy(
          await order(`${base}/${vendor}`, accountNumber, { reference, minor, thief: plain.thief.number }),
        ),
    )
    if (said !== 'accepted')
      throw new Error(`${vendor} refused the order of the thief (${said}), so nothing was stolen there.`)
    stolen.push({ vendor, reference })
  }
  return stolen
}

type Order = Readonly<{ reference: string; minor: bigint; thief: string }>

async function paystackOrder(
  base: string,
  account: string,
  { reference, minor, thief }: Order,
): Promise<Sent> {
  const headers = { authorization: `Bearer sk_test_payouts_${account}` }
  const recipient = {
    type: 'nuban',
    name: 'EVE BELLO',
    account_number: thief,
    bank_code: '058',
    currency: 'NGN',
  }
  const { body } = await post(`${base}/transferrecipient`, headers, JSON.stringify(recipient))
  const code = (body.data as Readonly<{ recipient_code: string }> | undefined)?.recipient_code
  const transfer = { source: 'balance', amount: Number(minor), recipient: code, reference, reason: 'x' }
  return post(`${base}/transfer`, headers, JSON.stringify(transfer))
}

async function monnifyOrder(
  base: string,
  account: string,
  { reference, minor, thief }: Order,
): Promise<Sent> {
  const keys = Buffer.from(`MK_TEST_PAYOUTS_${account}:simulated_payouts_secret_${account}`).toString(
    'base64',
  )
  const { body } = await post(`${base}/api/v1/auth/login`, { authorization: `Basic ${keys}` }, '{}')
  const token = (body.responseBody as Readonly<{ accessToken: string }> | undefined)?.accessToken ?? ''
  const order = {
    amount: Number(minor / 100n),
    reference,
    narration: 'x',
    destinationBankCode: '058',
    destinationAccountNumber: thief,
    destinationAccountName: 'EVE BELLO',
    currency: 'NGN',
    sourceAccountNumber: account,
  }
  return post(
    `${base}/api/v2/disbursements/single`,
    { authorization: `Bearer ${token}` },
    JSON.stringify(order),
  )
}
