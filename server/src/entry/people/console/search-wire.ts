import { Type } from 'typebox'
import type { FoundLine, SearchResult } from '../../../flows/console/search-records.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import type { SubjectLine } from '../../../records/cases/stories/find-subjects-store.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { successField, textReply, wordReply } from '../../http/reply-fields.ts'
import { isoOf, messageField, minorField, orNull, timeField } from './console-wire.ts'

const kinds = [
  'transaction',
  'credit',
  'case',
  'business',
  'key',
  'operator',
  'account',
  'webhook',
  'lane',
] as const

const kindWords: Readonly<Record<SubjectLine['kind'], (typeof kinds)[number]>> = {
  transaction: 'transaction',
  credit: 'credit',
  case: 'case',
  business: 'business',
  key: 'key',
  operator: 'operator',
  vendorAccount: 'account',
  webhookEndpoint: 'webhook',
  lane: 'lane',
}

export const SubjectWire = closedObject({
  kind: wordReply(kinds, 'What it is.'),
  id: textReply('Its id. For a lane, its name in commands.', 'txn_01a1dcc33c477feca0d6d2cee34c8ce8'),
  type: textReply('The type of a transaction, the direction of a credit, the kind of a case.', 'buy'),
  status: textReply('How it stands.', 'completed'),
  business: orNull(textReply('The name of its business.', 'Ada Foods')),
  party: orNull(textReply('Payer, payee, wallet, or its name.', 'ADA OBI')),
  reference: orNull(textReply('The reference of its business, or a number.', 'order-2291')),
  amount_minor: orNull(minorField('Its amount.')),
  at: orNull(timeField('When it was made.')),
})

const FoundWire = closedObject({
  ...SubjectWire.properties,
  found_by: wordReply(['id', 'reference', 'network', 'number', 'name'], 'What of it matched.'),
})

export const SearchReply = namedObject('ConsoleSearchReply', {
  status: successField,
  message: messageField,
  results: Type.Array(FoundWire, { description: 'The best matches first, then the newest.' }),
  has_more: Type.Boolean({ description: 'More match. Give a more exact text.' }),
  is_in_other_mode: Type.Boolean({
    description: 'Nothing matches in this mode, and something does in the other.',
  }),
})

export const NewestReply = namedObject('ConsoleNewestReply', {
  status: successField,
  message: messageField,
  transactions: Type.Array(SubjectWire, { description: 'The newest first.' }),
})

export function toSubjectWire(line: SubjectLine) {
  const { kind, id, type, status, business, party, reference, amountMinor, at } = line
  return {
    kind: kindWords[kind],
    id: kind === 'lane' ? (reference ?? '') : formatId(kind, id),
    type,
    status,
    business,
    party,
    reference,
    amount_minor: amountMinor === null ? null : String(amountMinor),
    at: isoOf(at),
  }
}

export function toSearchWire({ lines, hasMore }: SearchResult, isInOtherMode: boolean) {
  return {
    results: lines.map((line: FoundLine) => ({ ...toSubjectWire(line), found_by: line.foundBy })),
    has_more: hasMore,
    is_in_other_mode: isInOtherMode,
  }
}
