import { createHash, createHmac } from 'node:crypto'
import { request } from 'node:http'
import type { Random } from '../fuzz/random.ts'

/** Marks a spoofed transaction. */
export const SPOOF = 'SPOOF'

const CLIENT_ID = 'c2ltdWxhdGVkX2NsaWVudA=='

export type Spoofer = Readonly<{
  send(count: number): Promise<void>
  report(): Readonly<{ sent: number; refused: number; heeded: number; unanswered: number }>
}>

/**
 * Sends notifications of payments that were never made, from an address that is not the bank's. Some are signed with an unknown key, some
 * with the signature of another body, and some are unsigned. Providus signs every body alike, so an observer can copy its signature. Those
 * notifications look genuine until the bank is asked.
 */
export function createSpoofer(apiUrl: string, random: Random): Spoofer {
  let [sent, refused, heeded, unanswered] = [0, 0, 0, 0]
  const shapes = [monnify, paystack, providus]

  const sendOne = async (): Promise<void> => {
    const reference = `${SPOOF}-${random.text(16, '0123456789ABCDEF')}`
    const { vendor, body, headers } = random.pick(shapes)(reference, random)
    sent += 1
    const status = await post(`${apiUrl}/hooks/v1/test/${vendor}`, body, headers).catch(() => 0)
    if (status === 0 || status >= 500) unanswered += 1
    else if (status === 200) heeded += 1
    else refused += 1
  }

  return {
    send: async (count) => {
      for (let turn = 0; turn < count; turn += 1) await sendOne()
    },
    report: () => ({ sent, refused, heeded, unanswered }),
  }
}

type Spoof = Readonly<{ vendor: string; body: string; headers: Record<string, string> }>

function monnify(reference: string, random: Random): Spoof {
  const body = JSON.stringify({
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: {
      product: { reference: 'afara-0000000001', type: 'RESERVED_ACCOUNT' },
      transactionReference: reference,
      paymentReference: reference,
      paidOn: '2026-11-14 10:00:00.000',
      amountPaid: 5_000_000,
      settlementAmount: '5000000.00',
      paymentMethod: 'ACCOUNT_TRANSFER',
      currency: 'NGN',
      paymentStatus: 'PAID',
      destinationAccountInformation: { accountNumber: '0000000001' },
      paymentSourceInformation: [],
    },
  })
  return { vendor: 'monnify', body, headers: sign('monnify-signature', body, random) }
}

function paystack(reference: string, random: Random): Spoof {
  const body = JSON.stringify({
    event: 'charge.success',
    data: { reference, amount: 500_000_000, status: 'success', channel: 'dedicated_nuban', currency: 'NGN' },
  })
  return { vendor: 'paystack', body, headers: sign('x-paystack-signature', body, random) }
}

function providus(reference: string, random: Random): Spoof {
  const body = JSON.stringify({
    sessionId: random.text(30, '0123456789'),
    accountNumber: '0000000002',
    tranRemarks: 'FROM UBA/SOMEBODY/',
    transactionAmount: '5000000',
    settledAmount: '5000000',
    feeAmount: '0',
    vatAmount: '0',
    currency: 'NGN',
    settlementId: reference,
    sourceAccountNumber: '0123456789',
    sourceAccountName: 'SOMEBODY',
    sourceBankName: 'UBA',
    channelId: '1',
    tranDateTime: '2026-11-14 10:00:00',
  })
  const secret = random.oneIn(2) ? 'simulated_providus_secret_1' : 'nobody'
  const signature = createHash('sha512').update(`${CLIENT_ID}:${secret}`).digest('hex').toUpperCase()
  return {
    vendor: 'providus',
    body,
    headers: { 'client-id': CLIENT_ID, 'x-auth-signature': signature },
  }
}

function sign(header: string, body: string, random: Random): Record<string, string> {
  const forged = createHmac('sha512', 'nobody')
  if (random.oneIn(3)) return {}
  return { [header]: forged.update(random.oneIn(2) ? body : `${body} `).digest('hex') }
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        // Not the bank's address: the forger is shut out, and the bank is not.
        localAddress: '127.0.0.2',
        headers: { 'content-type': 'application/json', ...headers },
        timeout: 10_000,
      },
      (incoming) => {
        incoming.resume()
        incoming.on('end', () => resolve(incoming.statusCode ?? 0))
        incoming.on('error', reject)
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
