import { createHmac } from 'node:crypto'
import type { HookReading } from '../../../movements/feeds/bank-feed.ts'
import type { BankLine } from '../../../movements/feeds/bank-line.ts'
import {
  mapJson,
  OddAnswer,
  parseJsonText,
  readObject,
  readOptionalText,
  readText,
  requireSame,
} from '../../vendor-json.ts'
import { allSecrets, type Secrets } from '../bank-caller.ts'
import { reversedLine } from '../gather-lines.ts'
import { type HookHeaders, isSameHex, parseHookBody } from '../hooks.ts'
import { cleanText, lagosDay, readNaira, readReference, readUtc, requireSettled } from '../line-fields.ts'
import { optionalField } from '../odd-answers.ts'
import { readPayer } from '../read-payer.ts'

type Fields = Readonly<Record<string, unknown>>
/** Our accounts at Kora. What is paid to a number of its own arrives on the first. */
type Accounts = readonly [string, ...string[]]
type Context = Readonly<{ reference: string; seenAt: Date; raw: unknown; accounts: Accounts }>

/** Returns the lines of a charge that was paid, or paid and then reversed. Kora's amounts are naira. */
export function toKoraLines(data: Fields, { reference, seenAt, raw, accounts }: Context): BankLine[] {
  requireSame(data['reference'], reference, 'reference')
  requireSame(data['currency'], 'NGN', 'currency')
  const paidTo = readPaidTo(data)
  const payer = readObject(readDetails(data)['payer_bank_account'], 'payer_bank_account')
  const grossMinor = readNaira(data['amount_paid'], 'amount_paid')
  const settledMinor = grossMinor - readNaira(data['fee'], 'fee')
  requireSettled(grossMinor, settledMinor)
  const bookedAt = readUtc(readText(data['transaction_date'], 'transaction_date'), 'transaction_date')
  const credit: BankLine = {
    externalId: reference,
    ...arrivalOf(paidTo, accounts),
    direction: 'credit',
    kind: 'payment',
    grossMinor,
    settledMinor,
    bookedAt,
    valueDate: lagosDay(bookedAt),
    payer: readPayer({
      number: readOptionalText(payer['account_number'], 'account_number'),
      name: readOptionalText(payer['account_name'], 'account_name'),
      bankName: readOptionalText(payer['bank_name'], 'bank_name'),
    }),
    narration: cleanText(readOptionalText(data['description'], 'description') ?? ''),
    raw,
  }
  if (data['status'] === 'success') return [credit]
  if (data['status'] === 'reversed') return [credit, reversedLine(credit, seenAt)]
  throw new OddAnswer(`status is ${String(data['status']).slice(0, 40)}`)
}

/** Returns the account on which a payment to this number arrives, and the number if it is not the account's own. */
function arrivalOf(paidTo: string, accounts: Accounts): Pick<BankLine, 'accountNumber' | 'paidTo'> {
  return accounts.includes(paidTo) ? { accountNumber: paidTo } : { accountNumber: accounts[0], paidTo }
}

/** Whether the money came by bank transfer, and not by card or mobile money. */
export function isTransfer(data: Fields): boolean {
  return data['payment_method'] === 'bank_transfer'
}

/** Whether the status means that no money has arrived, or not yet. */
export function isUnpaid(data: Fields): boolean {
  const words: readonly unknown[] = ['processing', 'pending', 'failed', 'expired']
  return words.includes(data['status'])
}

/** Whether the row is about another account. Any other fault of the row then concerns only that account. */
export function isForOtherAccount(data: Fields, accountNumber: string, accounts: Accounts): boolean {
  const named = optionalField(() => readPaidTo(data))
  return named !== undefined && arrivalOf(named, accounts).accountNumber !== accountNumber
}

function readDetails(data: Fields): Fields {
  return readObject(data['virtual_bank_account_details'], 'virtual_bank_account_details')
}

function readPaidTo(data: Fields): string {
  const account = readObject(readDetails(data)['virtual_bank_account'], 'virtual_bank_account')
  const number = account['account_number']
  if (typeof number === 'string' && /^[0-9]{10}$/.test(number)) return number
  throw new OddAnswer('it does not say which number was paid')
}

/** Reads a notification. A credit arrives as `charge.success`, and all other events are ignored. */
export function readKoraHook(
  headers: HookHeaders,
  body: Buffer,
  { secrets, accounts }: Readonly<{ secrets: Secrets; accounts: Accounts }>,
): HookReading {
  const event = optionalField(() => parseHookBody(body))
  if (!isSigned(body, headers['x-korapay-signature'], secrets)) return { kind: 'forged' }
  return (event && optionalField(() => readEvent(event, accounts))) ?? { kind: 'unreadable' }
}

function readEvent(event: Fields, accounts: Accounts): HookReading {
  if (readText(event['event'], 'event') !== 'charge.success') return { kind: 'ignored' }
  const data = readObject(event['data'], 'data')
  if (!isTransfer(data)) return { kind: 'ignored' }
  const key = readReference(data['reference'], 'reference')
  const paidTo = optionalField(() => readPaidTo(data))
  const { accountNumber } = paidTo === undefined ? {} : arrivalOf(paidTo, accounts)
  return {
    kind: 'hints',
    hints: [{ key, detail: null, ...(accountNumber === undefined ? {} : { accountNumber }) }],
  }
}

/**
 * Whether the header is the hex HMAC-SHA256 of the text of `data`. The text is written again with the digits of every number as they
 * came, because Kora signs its own compact text and not the whole body.
 */
function isSigned(body: Buffer, header: string | string[] | undefined, secrets: Secrets): boolean {
  const data = optionalField(
    () => readObject(parseJsonText(body.toString('utf8')), 'the notification')['data'],
  )
  if (data === undefined) return false
  const text = JSON.stringify(
    mapJson(data, (scalar) =>
      typeof scalar === 'object' && scalar !== null ? JSON.rawJSON(scalar.digits) : scalar,
    ),
  )
  return allSecrets(secrets)
    .map((secret) => isSameHex(header, createHmac('sha256', secret).update(text).digest()))
    .includes(true)
}
