import { setTimeout as sleep } from 'node:timers/promises'
import { TransactionBuilder } from '@stellar/stellar-sdk'
import type { FamilyFault } from '../faulty-node.ts'
import type { Asked, Told } from '../proxy.ts'

const SENDS_ONE_IN = 8
// XDR results `tx_bad_seq` and `tx_too_late`.
const BAD_SEQUENCE = 'AAAAAAAAAAD////7AAAAAA=='
const TOO_LATE = 'AAAAAAAAAAD////9AAAAAA=='

/** Faults of Horizon. None of them tells the outcome of a sequence number; only the ledger does. */
export function stellarNodeFaults(passphrase: string): Readonly<Record<string, FamilyFault>> {
  const pending = (asked: Asked): Told =>
    answer(201, { tx_status: 'PENDING', hash: hashIn(asked, passphrase) })
  const refused = (xdr: string) => async (asked: Asked) =>
    answer(400, { tx_status: 'ERROR', hash: hashIn(asked, passphrase), error_result_xdr: xdr })
  const often = { isOf: isSubmission, oneIn: SENDS_ONE_IN }
  return {
    // Replies that the envelope is pending, but forwards it to nobody.
    dropped: { ...often, tell: async (asked) => pending(asked) },
    delayed: {
      ...often,
      tell: async (asked, forward) => {
        void sleep(3_000).then(forward).catch(ignore)
        return pending(asked)
      },
    },
    landed_then_504: {
      ...often,
      tell: async (_asked, forward) => {
        await forward()
        return answer(504, { title: 'Timeout', status: 504 })
      },
    },
    sequence_taken: { ...often, tell: refused(BAD_SEQUENCE) },
    too_late: { ...often, oneIn: SENDS_ONE_IN * 2, tell: refused(TOO_LATE) },
    // The envelope was in time, but the reply says that it was too late.
    taken_and_called_too_late: {
      ...often,
      oneIn: SENDS_ONE_IN * 2,
      tell: async (asked, forward) => {
        await forward()
        return refused(TOO_LATE)(asked)
      },
    },
    channel_busy: {
      ...often,
      tell: async (asked) => answer(503, { tx_status: 'TRY_AGAIN_LATER', hash: hashIn(asked, passphrase) }),
    },
    // Simulates a Horizon that keeps little history, or is behind the network.
    forgets: {
      isOf: ({ method, path }) => method === 'GET' && path.startsWith('/transactions/'),
      tell: async () =>
        answer(404, {
          type: 'https://stellar.org/horizon-errors/not_found',
          title: 'Resource Missing',
          status: 404,
        }),
    },
  }
}

function isSubmission({ method, path }: Asked): boolean {
  return method === 'POST' && path.startsWith('/transactions')
}

function hashIn({ body }: Asked, passphrase: string): string {
  const envelope = new URLSearchParams(body.toString()).get('tx') ?? ''
  return Buffer.from(TransactionBuilder.fromXDR(envelope, passphrase).hash()).toString('hex')
}

function answer(status: number, body: object): Told {
  const type = status >= 400 ? 'application/problem+json' : 'application/json'
  return { status, type, body: JSON.stringify(body) }
}

function ignore(): void {}
