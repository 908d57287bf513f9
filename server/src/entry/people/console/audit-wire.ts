import { type Static, Type } from 'typebox'
import type { AuditFilter, Deed } from '../../../flows/console/audit-store.ts'
import type { VerifiedDecision } from '../../../flows/console/read-decision.ts'
import { formatId, idPrefixes, parseId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { shortCode } from '../../../records/decisions/decision-text.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { successField, textReply, wordReply } from '../../http/reply-fields.ts'
import { dayField } from './books-wire.ts'
import { CaseParams, messageField, orNull, timeField } from './console-wire.ts'

const filters = {
  person: Type.Optional(
    Type.String({ description: 'Only what this person did.', pattern: '^(opr|mbr)_[0-9a-f]{32}$' }),
  ),
  what: Type.Optional(
    Type.String({
      description: 'Only this kind of command, or this command.',
      pattern: '^[a-z_]+(\\.[a-z_]+)?$',
      maxLength: 60,
      examples: ['freeze'],
    }),
  ),
  subject: Type.Optional(
    Type.String({
      description: 'Only what is about this: an id of ours.',
      minLength: 2,
      maxLength: 120,
      examples: [`cas_${'0'.repeat(32)}`],
    }),
  ),
  from: Type.Optional(dayField('The first day in Lagos.')),
  to: Type.Optional(dayField('The last day in Lagos.')),
}

export const AuditExportQuery = closedObject(filters)
export const AuditQuery = closedObject({
  ...filters,
  after: Type.Optional(
    Type.String({
      description: 'The `next` of the page before.',
      pattern: '^[0-9]{1,17} [0-9a-f/-]+$',
      maxLength: 100,
    }),
  ),
})

const DeedWire = closedObject({
  id: textReply('The id of the line.', '01a1dcc2-64cc-7ab5-8198-81f76f5e96ba'),
  at: timeField('When.'),
  person_id: orNull(textReply('Who did it; null: the system.', `opr_${'0'.repeat(32)}`)),
  who: textReply('Their name.', 'Bisi Adeyemi'),
  second: orNull(textReply('Who approved it.', 'Chidi Okafor')),
  what: textReply('What was done.', 'freeze.placed'),
  subject: textReply('What it is about.', `cas_${'0'.repeat(32)}`),
  reason: textReply('Why, in their words.', 'the bank called'),
  details: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    description: 'Facts about the change.',
    additionalProperties: true,
    examples: [{ kind: 'request' }],
  }),
  decision_version: orNull(
    Type.Integer({ description: 'The signed decision of the case; null: nothing was signed.', minimum: 1 }),
  ),
})

export const AuditReply = namedObject('ConsoleAuditReply', {
  status: successField,
  message: messageField,
  deeds: Type.Array(DeedWire, { description: 'Newest first.' }),
  next: orNull(
    textReply('Send it as `after` for the next page; null: this is the last.', '1763457504000 01a1'),
  ),
})

export const DecisionParams = closedObject({
  ...CaseParams.properties,
  version: Type.String({
    description: 'The version of the case.',
    pattern: '^[1-9][0-9]{0,8}$',
    examples: ['2'],
  }),
})

export const DecisionReply = namedObject('ConsoleDecisionReply', {
  status: successField,
  message: messageField,
  action: textReply('What was decided.', 'lift_freeze'),
  text: textReply('The exact text that was signed.', 'Afara decision 1'),
  code: textReply('The code by which people compare texts.', '3F2A-91BC'),
  signatures: Type.Array(
    closedObject({
      part: wordReply(['proposed', 'approved'], 'What the person did by signing.'),
      name: textReply('Who signed.', 'Bisi Adeyemi'),
      passkey: textReply('The passkey.', 'Yubikey'),
      at: timeField('When.'),
      is_verified: Type.Boolean({ description: 'The signature was verified again just now.' }),
      site: orNull(textReply('The site at which it was signed.', 'https://console.people.example.ng')),
    }),
  ),
})

const LAGOS_OFFSET_MS = 3_600_000
const DAY_MS = 86_400_000
const LATEST = new Date('9999-12-31T00:00:00Z')

/** Reads the filter of a request. */
export function readAuditFilter({
  person,
  what,
  subject,
  from,
  to,
  after,
}: Static<typeof AuditQuery>): AuditFilter {
  const [micros, id = ''] = after?.split(' ') ?? []
  return {
    person: person === undefined ? undefined : uuidIn(person),
    what,
    subject,
    subjectId: subject === undefined ? undefined : uuidIn(subject),
    from: from === undefined ? new Date(0) : startOf(from),
    until: to === undefined ? LATEST : new Date(startOf(to).getTime() + DAY_MS),
    before: micros === undefined ? undefined : { micros, id },
  }
}

function uuidIn(text: string): string | undefined {
  for (const kind of Object.keys(idPrefixes) as (keyof typeof idPrefixes)[]) {
    const id = parseId(kind, text)
    if (id !== undefined) return id
  }
  return undefined
}

function startOf(day: string): Date {
  const at = new Date(Date.parse(`${day}T00:00:00Z`) - LAGOS_OFFSET_MS)
  if (Number.isNaN(at.getTime()))
    throw new Refusal('field_invalid', `${day} is not a day. Send a day such as 2026-11-17.`)
  return at
}

export function toDeedWire(deed: Deed) {
  return {
    id: deed.id,
    at: deed.at.toISOString(),
    person_id: deed.personId === null ? null : formatId(deed.isMember ? 'member' : 'operator', deed.personId),
    who: deed.name ?? deed.actor.replace(/^system:/, 'The system: '),
    second: deed.secondName,
    what: deed.what,
    subject: deed.subject,
    reason: deed.reason,
    details: deed.details,
    decision_version: deed.version,
  }
}

export function nextOf(deeds: readonly Deed[], most: number): string | null {
  const last = deeds.length < most ? undefined : deeds.at(-1)
  return last === undefined ? null : `${last.micros} ${last.id}`
}

export function toDecisionWire({ action, text, signatures }: VerifiedDecision) {
  return {
    action,
    text,
    code: shortCode(text),
    signatures: signatures.map(({ part, name, passkey, at, site }) => ({
      part,
      name,
      passkey,
      at: at.toISOString(),
      is_verified: site !== undefined,
      site: site ?? null,
    })),
  }
}
