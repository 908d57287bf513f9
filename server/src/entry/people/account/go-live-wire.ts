import { type Static, Type } from 'typebox'
import { formatMoney, money, parseMoney } from '../../../kernel/money/money.ts'
import { parseName } from '../../../records/businesses/business.ts'
import {
  AGREEMENT_VERSION,
  accountMatch,
  documentKinds,
  type FilledItems,
  type GoLiveRecord,
  goLiveItems,
  goLiveStates,
  incompleteItems,
  parseRegistration,
  personRoles,
  requireSoundPeople,
  stateOf,
} from '../../../records/businesses/go-live/go-live-file.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { textReply, wordReply } from '../../http/reply-fields.ts'
import { accountNumberField, textField } from '../../http/request-fields.ts'
import { maybeTime, timeReply } from '../people-wire.ts'

const naira = (description: string) =>
  Type.String({
    description: `${description} Naira as text, with at most two decimals.`,
    pattern: '^[0-9]{1,15}([.][0-9]{1,2})?$',
    examples: ['5000000.00'],
  })

const company = {
  legal_name: textField('The name on the certificate of incorporation.', ['Ada Foods Limited']),
  rc_number: textField('The registration number: RC, BN or IT and digits.', ['RC1234567'], 20),
}
const person = {
  name: textField('The full name.', ['Ngozi Eze']),
  role: wordReply(personRoles, 'What the person is in the business.'),
  share_bps: Type.Integer({
    description: 'How much the person owns, in basis points: 2500 is a quarter.',
    minimum: 0,
    maximum: 10_000,
    examples: [6000],
  }),
  identity_reference: textField(
    'The reference of the check of the BVN or NIN. Never the number itself.',
    ['VER-8841-22'],
    60,
  ),
}
const document = {
  kind: wordReply(documentKinds, 'What the document is. The first three are required.'),
  name: textField('The name of the file.', ['certificate.pdf']),
  sha256: Type.String({
    description: 'The SHA-256 of the file, in lower-case hexadecimal. We never receive the file.',
    pattern: '^[0-9a-f]{64}$',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
}
const volumes = {
  monthly_volume: naira('What you expect to move in a month.'),
  largest_payment: naira('The largest single payment that you expect.'),
}
const consent = {
  vendor: textField('Who holds the accounts into which your customers pay.', ['Paystack'], 100),
  reference: textField('The reference of the letter or mail in which they agreed.', ['PSK/2026/118'], 100),
}

export const SaveBody = closedObject({
  company: Type.Optional(closedObject(company)),
  people: Type.Optional(Type.Array(closedObject(person), { maxItems: 50, description: 'All of them.' })),
  documents: Type.Optional(Type.Array(closedObject(document), { maxItems: 50, description: 'All of them.' })),
  volumes: Type.Optional(closedObject(volumes)),
  agreement_version: Type.Optional(
    wordReply([AGREEMENT_VERSION], 'The version of the agreement that you accept.'),
  ),
  consent: Type.Optional(closedObject(consent)),
})

export const AccountBody = closedObject({
  bank: textField('The name or a code of the bank.', ['GTBank'], 100),
  account_number: accountNumberField,
})

/** Reads what a member filled in. Who accepted something, and when, is what we saw and not what was sent. */
export function readItems(body: Static<typeof SaveBody>, by: string, at: Date): FilledItems {
  const signed = { by, at: at.toISOString() }
  return {
    ...(body.company !== undefined && {
      company: {
        legal_name: parseName(body.company.legal_name),
        rc_number: parseRegistration(body.company.rc_number),
      },
    }),
    ...(body.people !== undefined && { people: requireSoundPeople(body.people) }),
    ...(body.documents !== undefined && { documents: body.documents }),
    ...(body.volumes !== undefined && {
      volumes: {
        monthly_minor: minorOf(body.volumes.monthly_volume),
        largest_minor: minorOf(body.volumes.largest_payment),
      },
    }),
    ...(body.agreement_version !== undefined && {
      agreement: { version: body.agreement_version, ...signed },
    }),
    ...(body.consent !== undefined && { consent: { ...body.consent, ...signed } }),
  }
}

function minorOf(text: string): string {
  return parseMoney(text, 'NGN').minor.toString()
}

const maybe = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

const ToFixWire = closedObject({
  item: wordReply(goLiveItems, 'The item of the file.'),
  words: textReply('What to fix.', 'The certificate is of another company.'),
})

export const GoLiveWire = namedObject(
  'GoLive',
  {
    state: wordReply(
      goLiveStates,
      'draft: not submitted yet. submitted: two operators decide. refused: fix what we name and submit again. approved: the business is live. suspended: the business was live and is stopped.',
    ),
    items: Type.Array(
      closedObject({
        item: wordReply(goLiveItems, 'The item of the checklist.'),
        is_complete: Type.Boolean({ description: 'Whether nothing is missing in it.', examples: [true] }),
      }),
      { description: 'The checklist, in its order.' },
    ),
    company: maybe(closedObject(company)),
    people: Type.Array(closedObject(person), { description: 'Directors and owners.' }),
    documents: Type.Array(closedObject(document), { description: 'Names and digests of the documents.' }),
    account: maybe(
      closedObject({
        bank_name: textReply('The bank.', 'GTBank'),
        account_number: textReply('The account.', '0123456789'),
        account_name: textReply('The name that the bank answered.', 'ADA FOODS LTD'),
        name_match: wordReply(
          ['match', 'near', 'different', 'unknown'],
          'How the name compares with the legal name. An account with a different name does not count.',
        ),
        answered_at: timeReply('When the bank answered.'),
      }),
    ),
    volumes: maybe(closedObject(volumes)),
    agreement: maybe(
      closedObject({
        version: textReply('The version that was accepted.', AGREEMENT_VERSION),
        by: textReply('Who accepted it.', 'Ngozi Eze'),
        at: timeReply('When.'),
      }),
    ),
    agreement_version: textReply('The version of the agreement today.', AGREEMENT_VERSION),
    consent: maybe(
      closedObject({
        ...consent,
        by: textReply('Who filled it in.', 'Ngozi Eze'),
        at: timeReply('When.'),
      }),
    ),
    submission: maybe(
      closedObject({
        version: Type.Integer({ description: 'The number of the submission.', examples: [1] }),
        digest: textReply('SHA-256 of the submitted file. The decision names it.', '9f86d081884c7d65…'),
        submitted_at: timeReply('When it was submitted.'),
        submitted_by: textReply('Who submitted it.', 'Ngozi Eze'),
        refused_at: maybeTime('When it was refused; null if it was not.'),
        to_fix: Type.Array(ToFixWire, { description: 'What to fix before you submit again.' }),
      }),
    ),
    tier: maybe(Type.Integer({ description: 'The tier of a live business, 1 to 3.', examples: [1] })),
    daily_limit: Type.Union([Type.String(), Type.Null()], {
      description:
        'What a live business may move in a day, in naira; null if it has no limit or is not live.',
    }),
  },
  'The go-live file of a business: what was filled in, what was submitted, and what we decided.',
)

export function toGoLiveWire(record: GoLiveRecord) {
  const { file, submission, status, tier, dailyLimitMinor } = record
  const missing = incompleteItems(record)
  const inNaira = (minor: string | bigint) => formatMoney(money('NGN', BigInt(minor)))
  return {
    state: stateOf(record),
    items: goLiveItems.map((item) => ({ item, is_complete: !missing.includes(item) })),
    company: file.company ?? null,
    people: file.people ?? [],
    documents: file.documents ?? [],
    account:
      file.account === undefined
        ? null
        : {
            bank_name: file.account.bank_name,
            account_number: file.account.account_number,
            account_name: file.account.account_name,
            name_match: accountMatch(file),
            answered_at: new Date(file.account.answered_at).toISOString(),
          },
    volumes:
      file.volumes === undefined
        ? null
        : {
            monthly_volume: inNaira(file.volumes.monthly_minor),
            largest_payment: inNaira(file.volumes.largest_minor),
          },
    agreement: file.agreement ?? null,
    agreement_version: AGREEMENT_VERSION,
    consent: file.consent ?? null,
    submission:
      submission === undefined
        ? null
        : {
            version: submission.version,
            digest: submission.digest,
            submitted_at: submission.submittedAt.toISOString(),
            submitted_by: submission.submittedBy,
            refused_at: submission.refusal?.at.toISOString() ?? null,
            to_fix: submission.refusal?.toFix ?? [],
          },
    tier,
    daily_limit: status === 'pending' || dailyLimitMinor === null ? null : inNaira(dailyLimitMinor),
  }
}
