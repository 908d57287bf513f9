import { randomBytes } from 'node:crypto'
import { newWebhookSecret } from '@afara/sdk'
import type { Told } from '../listen/read-feed.ts'
import { answerText, isTaken } from '../webhooks/post-webhook.ts'
import { type Check, failed, notShown, passed } from './check.ts'
import type { Receiver, Tampered } from './receiver.ts'

const accepted = { name: 'signature_accepted', title: 'A valid signature is accepted (2xx)' }
const forged = { name: 'forged_refused', title: 'A forged or changed event is rejected (4xx)' }
const stale = { name: 'stale_refused', title: 'A valid signature that is ten minutes old is rejected (4xx)' }
const truncated = { name: 'truncated_refused', title: 'A truncated signature or body is rejected (4xx)' }

const TEN_MINUTES = 600

type Attack = readonly [what: string, tamper: (told: Told) => Tampered]

/** Checks that the receiver verifies signatures, timestamps and complete bodies. */
export async function judgeSignatures(receiver: Receiver, run: readonly Told[], now: Date): Promise<Check[]> {
  const seconds = Math.floor(now.getTime() / 1000)
  return [
    await judgeAccepted(receiver, run),
    await judgeRefused(receiver, forged, run, [
      ['signed with another secret', () => ({ secret: newWebhookSecret() })],
      ['without a signature', () => ({ signature: '' })],
      ['changed after it was signed', ({ body }) => ({ sent: body.replace('"amount":', '"amount":9') })],
    ]),
    await judgeRefused(receiver, stale, run, [
      ['signed ten minutes ago', () => ({ timestamp: seconds - TEN_MINUTES })],
      ['signed ten minutes from now', () => ({ timestamp: seconds + TEN_MINUTES })],
    ]),
    await judgeRefused(receiver, truncated, run, [
      ['with half a signature', () => ({ signature: 'v1,bm90IGEgd2hvbGUgb25l' })],
      ['with a signature of nothing', () => ({ signature: 'v1,' })],
      ['with half a body', ({ body }) => ({ sent: body.slice(0, Math.floor(body.length / 2)) })],
    ]),
  ]
}

async function judgeAccepted(receiver: Receiver, run: readonly Told[]): Promise<Check> {
  for (const told of run) {
    const answer = await receiver.deliver(told)
    if (!isTaken(answer)) {
      return failed(accepted, `${told.event.type} got ${answerText(answer)}`)
    }
  }
  return passed(accepted)
}

/** Each attack names a transaction that does not exist, so that an attack that is accepted does not disturb other checks. */
async function judgeRefused(
  receiver: Receiver,
  check: Pick<Check, 'name' | 'title'>,
  run: readonly Told[],
  attacks: readonly Attack[],
): Promise<Check> {
  const model = run.at(-1)
  if (model === undefined) return notShown(check, 'no event was available to forge')
  for (const [what, tamper] of attacks) {
    const fake = inventedFrom(model)
    const answer = await receiver.post(fake, tamper(fake))
    if (answer.outcome !== 'answered' || answer.status < 400 || answer.status >= 500) {
      return failed(check, `an event ${what} got ${answerText(answer)}`)
    }
    if (!receiver.canTellState) continue
    const state = await receiver.state(fake.event.data.transaction.transaction_id)
    if (state?.status !== undefined) return failed(check, `an event ${what} was rejected but processed`)
  }
  return passed(check)
}

function inventedFrom({ event, body }: Told): Told {
  const { transaction } = event.data
  const transactionId = `txn_${randomBytes(16).toString('hex')}`
  const id = `evt_${randomBytes(16).toString('hex')}`
  return {
    event: {
      ...event,
      id,
      data: { ...event.data, transaction: { ...transaction, transaction_id: transactionId } },
    },
    body: body.replaceAll(transaction.transaction_id, transactionId).replaceAll(event.id, id),
  }
}
