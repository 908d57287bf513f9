import type { HookHint, HookReading } from '../../../movements/feeds/bank-feed.ts'
import { readList, readObject, readOptionalText, readText } from '../../vendor-json.ts'
import { parseHookBody } from '../hook-body.ts'
import { type HookHeaders, isSigned } from '../hook-signature.ts'
import { orNothing } from '../or-nothing.ts'
import { readNaira } from '../read-kobo.ts'
import type { Secrets } from '../secret-in-use.ts'
import { readReference } from '../vendor-reference.ts'

/** What only the notification says. The amounts are there to be compared, never to be booked. */
export type MonnifyDetail = Readonly<{
  accountNumber: string
  paidMinor: string
  payers: ReadonlyArray<Readonly<{ accountNumber: string; paidMinor: string }>>
}>

/** Money that came in is told as `SUCCESSFUL_TRANSACTION`; every other event is about something else. */
export function readMonnifyHook(headers: HookHeaders, body: Buffer, secrets: Secrets): HookReading {
  if (!isSigned(body, headers['monnify-signature'], secrets)) return { kind: 'forged' }
  return orNothing(() => readEvent(parseHookBody(body))) ?? { kind: 'unreadable' }
}

function readEvent(event: Readonly<Record<string, unknown>>): HookReading {
  if (readText(event['eventType'], 'eventType') !== 'SUCCESSFUL_TRANSACTION') return { kind: 'ignored' }
  const data = readObject(event['eventData'], 'eventData')
  if (data['paymentMethod'] !== 'ACCOUNT_TRANSFER') return { kind: 'ignored' }
  return { kind: 'hints', hints: [readHint(data)] }
}

function readHint(data: Readonly<Record<string, unknown>>): HookHint {
  const key = readReference(data['transactionReference'], 'transactionReference')
  // Without it the hint is as good: only the payer's ten digits are lost.
  const detail = orNothing(() => readDetail(data))
  return detail === undefined ? { key, detail: null } : { key, accountNumber: detail.accountNumber, detail }
}

function readDetail(data: Readonly<Record<string, unknown>>): MonnifyDetail {
  const destination = readObject(data['destinationAccountInformation'], 'destinationAccountInformation')
  const sources = readList(data['paymentSourceInformation'], 'paymentSourceInformation')
  return {
    accountNumber: readText(destination['accountNumber'], 'accountNumber').slice(0, 20),
    paidMinor: String(readNaira(data['amountPaid'], 'amountPaid')),
    payers: sources.slice(0, 100).map((source) => {
      const told = readObject(source, 'paymentSourceInformation')
      return {
        accountNumber: (readOptionalText(told['accountNumber'], 'accountNumber') ?? '').slice(0, 20),
        paidMinor: String(readNaira(told['amountPaid'], 'amountPaid')),
      }
    }),
  }
}
