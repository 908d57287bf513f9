import { Type } from 'typebox'
import type { BusinessScreen } from '../../../flows/console/read-business.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import {
  accountMatch,
  goLiveItems,
  goLiveStates,
  itemNames,
  stateOf,
} from '../../../records/businesses/go-live/go-live-file.ts'
import { closedObject } from '../../http/object-schemas.ts'
import { textReply, wordReply } from '../../http/reply-fields.ts'
import { minorField, orNull, timeField } from './console-wire.ts'

const ItemWire = closedObject({
  item: wordReply(goLiveItems, 'The item.'),
  name: textReply('Its name for people.', 'Directors and owners'),
})

/** What a business submitted so that it may go live, and what was decided about it. Live mode only. */
export const GoLiveWire = closedObject({
  state: wordReply(goLiveStates, 'How it stands.'),
  file: orNull(Type.Integer({ description: 'The number of the newest submitted file; null: none yet.' })),
  digest: orNull(textReply('The digest of the file that a decision names.', 'a3f1')),
  submitted_at: orNull(timeField('When it was submitted.')),
  submitted_by: orNull(textReply('Who submitted it.', 'Ada Obi')),
  lacks: Type.Array(ItemWire, { description: 'Items that are not complete.' }),
  company: orNull(
    closedObject({
      legal_name: textReply('Its legal name.', 'Ada Foods Ltd'),
      rc_number: textReply('Its registration number.', 'RC1234567'),
    }),
  ),
  people: Type.Array(
    closedObject({
      name: textReply('The person.', 'Ada Obi'),
      role: textReply('director, owner or director_and_owner.', 'director'),
      share_bps: Type.Integer({ description: 'Their share; 10000 is all.' }),
      identity_reference: textReply('The reference of the check of their BVN or NIN.', 'smile-77'),
    }),
  ),
  documents: Type.Array(
    closedObject({
      kind: textReply('What it is.', 'registration'),
      name: textReply('The name of the file.', 'cac.pdf'),
      sha256: textReply('The digest of the file.', '9f86d081'),
    }),
  ),
  account: orNull(
    closedObject({
      bank: textReply('The bank.', 'GTBank'),
      number: textReply('The account number.', '0123456789'),
      name: textReply('The name that the bank answered.', 'ADA FOODS LTD'),
      match: textReply('How that name compares with the legal name.', 'match'),
    }),
  ),
  monthly_minor: orNull(minorField('What it expects to move a month.')),
  largest_minor: orNull(minorField('Its largest payment.')),
  agreement: orNull(textReply('The agreement, and who accepted it.', '2026-11, Ada Obi')),
  consent: orNull(textReply('The consent of the vendor.', 'kora, KC-77')),
  refused_at: orNull(timeField('When the newest file was refused.')),
  to_fix: Type.Array(closedObject({ ...ItemWire.properties, words: textReply('What to fix.', 'Too old.') })),
  decided: orNull(
    closedObject({
      case_id: textReply('The case in which two operators decided.', `cas_${'0'.repeat(32)}`),
      file: Type.Integer({ description: 'The number of the file that they read.' }),
      at: timeField('When.'),
      proposed_by: orNull(textReply('Who proposed.', 'Bisi Adeyemi')),
      approved_by: orNull(textReply('Who approved.', 'Chidi Okafor')),
    }),
  ),
})

export function toGoLiveWire({ record, file, decision }: BusinessScreen['goLive']) {
  const { submission } = record
  const { company, people = [], documents = [], account, volumes, agreement, consent } = file
  const refusal = submission?.refusal ?? null
  return {
    state: stateOf(record),
    file: submission?.version ?? null,
    digest: submission?.digest ?? null,
    submitted_at: submission?.submittedAt.toISOString() ?? null,
    submitted_by: submission?.submittedBy ?? null,
    lacks: submission === undefined ? record.lacks.map((item) => ({ item, name: itemNames[item] })) : [],
    company: company ?? null,
    people,
    documents,
    account:
      account === undefined
        ? null
        : {
            bank: account.bank_name,
            number: account.account_number,
            name: account.account_name,
            match: accountMatch(file),
          },
    monthly_minor: volumes?.monthly_minor ?? null,
    largest_minor: volumes?.largest_minor ?? null,
    agreement: agreement === undefined ? null : `${agreement.version}, ${agreement.by}`,
    consent: consent === undefined ? null : `${consent.vendor}, ${consent.reference}`,
    refused_at: refusal?.at.toISOString() ?? null,
    to_fix: (refusal?.toFix ?? []).map(({ item, words }) => ({ item, name: itemNames[item], words })),
    decided:
      decision === undefined
        ? null
        : {
            case_id: formatId('case', decision.caseId),
            file: decision.fileVersion,
            at: decision.at.toISOString(),
            proposed_by: decision.proposedBy,
            approved_by: decision.approvedBy,
          },
  }
}
