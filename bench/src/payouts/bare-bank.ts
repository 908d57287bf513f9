import { Agent, request } from 'node:http'

export type BareOrder = Readonly<{ reference: string; number: string; name: string; amount_minor: string }>

/** The same calls to a vendor as ours. Reads only the part of each answer that the next call needs. */
export type BareBank = Readonly<{
  nameOf(number: string): Promise<string>
  send(order: BareOrder): Promise<void>
  isPaid(reference: string): Promise<boolean>
}>

const GTB = '058'
const agent = new Agent({ keepAlive: true })

export function createBarePaystack(bankUrl: string, account: string): BareBank {
  const authorization = `Bearer sk_test_payouts_${account}`
  const ask = createAsk(`${bankUrl}/paystack`, async () => authorization)
  const nameOf = async (number: string) =>
    (await ask<{ data: { account_name: string } }>(`/bank/resolve?account_number=${number}&bank_code=${GTB}`))
      .data.account_name
  return {
    nameOf,
    send: async ({ reference, number, amount_minor }) => {
      const name = await nameOf(number)
      const recipient = await ask<{ data: { recipient_code: string } }>('/transferrecipient', {
        type: 'nuban',
        name,
        account_number: number,
        bank_code: GTB,
        currency: 'NGN',
      })
      await ask('/transfer', {
        source: 'balance',
        amount: Number(amount_minor),
        recipient: recipient.data.recipient_code,
        reference,
        reason: reference,
      })
    },
    isPaid: async (reference) =>
      (await ask<{ data: { status: string } }>(`/transfer/verify/${reference}`)).data.status === 'success',
  }
}

export function createBareMonnify(bankUrl: string, account: string): BareBank {
  const url = `${bankUrl}/monnify`
  const keys = Buffer.from(`MK_TEST_PAYOUTS_${account}:simulated_payouts_secret_${account}`)
  const logIn = createAsk(url, async () => `Basic ${keys.toString('base64')}`)
  let token: Promise<string> | undefined
  const authorize = async (): Promise<string> => {
    token ??= logIn<{ responseBody: { accessToken: string } }>('/api/v1/auth/login', {}).then(
      ({ responseBody }) => `Bearer ${responseBody.accessToken}`,
    )
    return token
  }
  const ask = createAsk(url, authorize)
  const nameOf = async (number: string) =>
    (
      await ask<{ responseBody: { accountName: string } }>(
        `/api/v1/disbursements/account/validate?accountNumber=${number}&bankCode=${GTB}`,
      )
    ).responseBody.accountName
  return {
    nameOf,
    send: async ({ reference, number, amount_minor }) => {
      const destinationAccountName = await nameOf(number)
      await ask('/api/v2/disbursements/single', {
        amount: Number(amount_minor) / 100,
        reference,
        narration: reference,
        destinationBankCode: GTB,
        destinationAccountNumber: number,
        destinationAccountName,
        currency: 'NGN',
        sourceAccountNumber: account,
      })
    },
    isPaid: async (reference) => {
      const { responseBody } = await ask<{ responseBody: { status: string } }>(
        `/api/v2/disbursements/single/summary?reference=${reference}`,
      )
      return ['SUCCESS', 'COMPLETED'].includes(responseBody.status)
    },
  }
}

function createAsk(url: string, authorize: () => Promise<string>) {
  return async <T>(path: string, body?: object): Promise<T> => {
    const headers = { authorization: await authorize(), ...(body && { 'content-type': 'application/json' }) }
    const { status, text } = await call(`${url}${path}`, headers, body && JSON.stringify(body))
    if (status < 200 || status > 299) throw new Error(`${path} answered ${status}: ${text}`)
    return JSON.parse(text) as T
  }
}

/** Uses the same HTTP client as ours with kept connections, because the client is not part of the comparison. */
async function call(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Promise<Readonly<{ status: number; text: string }>> {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { method: body ? 'POST' : 'GET', headers, agent, timeout: 30_000 },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        )
        response.on('error', reject)
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('the bank simulator does not answer')))
    asked.on('error', reject)
    asked.end(body)
  })
}
