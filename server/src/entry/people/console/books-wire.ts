import { Type } from 'typebox'
import type { TracedRow } from '../../../flows/console/books-store.ts'
import type { Books, BooksDay, ComparedScope, Trace } from '../../../flows/console/read-books.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { assetScales } from '../../../kernel/money/money.ts'
import { shortCode } from '../../../records/decisions/decision-text.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { successField, textReply, wordReply } from '../../http/reply-fields.ts'
import { ConsoleParams, isoOf, messageField, minorField, orNull, timeField } from './console-wire.ts'

const count = (description: string) => Type.Integer({ description, minimum: 0 })
export const dayField = (description: string) =>
  Type.String({ description, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', examples: ['2026-11-17'] })
const transactionField = (description: string) => orNull(textReply(description, `txn_${'0'.repeat(32)}`))
const caseField = (description: string) => orNull(textReply(description, `cas_${'0'.repeat(32)}`))

const RowWire = closedObject({
  id: textReply('The id of the entry, the line, the transfer or the address.', 'TRX-2201'),
  words: textReply('What it is.', 'payment of the vendor'),
  amount_minor: orNull(minorField('Its amount.')),
  at: orNull(timeField('When it was booked.')),
})

const TraceWire = closedObject({
  what: textReply('What disagrees.', 'af-01a1dcc264cc7ab5819881f76f5e96ba-1'),
  why: textReply('Why it is so, or that nothing explains it.', 'paid, not yet shown by the vendor'),
  is_explained: Type.Boolean({ description: 'It is expected for now.' }),
  ours_minor: orNull(minorField('What the ledger has.')),
  theirs_minor: orNull(minorField('What the bank, the vendor or the chain has.')),
  ours: Type.Array(RowWire, { description: 'The rows of our side.' }),
  theirs: Type.Array(RowWire, { description: 'The rows of the other side.' }),
  transaction_id: transactionField('The transaction that it belongs to.'),
})

const ScopeWire = closedObject({
  kind: textReply('What kind of comparison it is.', 'payout_lines'),
  scope: textReply('What is compared.', 'Polygon:1'),
  title: textReply('Its name.', 'Polygon lane 1'),
  compares: textReply('What is compared with what.', 'ledger and chain'),
  state: wordReply(['agrees', 'differs', 'confirmed'], 'confirmed: a second look found it too.'),
  asset: orNull(textReply('The asset; null: the figures count findings.', 'NGNC')),
  decimals: count('How many of the last digits of its figures are decimals.'),
  ours_minor: minorField('What the ledger has.'),
  theirs_minor: minorField('What the other side has.'),
  difference_minor: minorField('What nothing explains. A coin of a network has its own smallest unit.'),
  since: timeField('Since when it stands so.'),
  looked_at: timeField('When it was last compared.'),
  last_agreed_at: orNull(timeField('When both sides last agreed.')),
  case_id: caseField('The open case about it.'),
  traces: Type.Array(TraceWire, { description: 'What is under way, and what disagrees.' }),
})

export const BooksReply = namedObject('ConsoleBooksReply', {
  status: successField,
  message: messageField,
  at: timeField('When this was true.'),
  today: dayField('Today in Lagos.'),
  scopes: Type.Array(ScopeWire),
  tampering: closedObject({
    since: orNull(timeField('When a changed row was first found. Null if no sealed row was changed.')),
    case_id: caseField('The open case about it.'),
    rows: Type.Array(
      closedObject({
        row: textReply('The table and the id of the row.', 'entry 01a1dcc2-64cc-7ab5-8198-81f76f5e96ba'),
        problem: textReply('What is wrong with it.', 'row changed'),
        account: orNull(textReply('The account in the ledger.', 'float Polygon:1 NGNC')),
        transaction_id: transactionField('The transaction that it belongs to.'),
      }),
    ),
  }),
  seals: closedObject({
    verified_at: orNull(timeField('When every sealed row had been hashed again.')),
    owed_rows: count('Rows that are still to be hashed again.'),
    newest_seal: orNull(textReply('The number of the newest seal.', '2291')),
    sealed_at: orNull(timeField('When it was made.')),
    checked_at: orNull(timeField('When every check had last read everything.')),
    failing_checks: count('Checks that fail.'),
  }),
  closes: Type.Array(
    closedObject({
      day: dayField('The day in Lagos.'),
      closed_at: timeField('When it was closed.'),
      accounts: count('Accounts in the close.'),
      signed_by: orNull(textReply('Who signed it off.', 'Bisi Adeyemi')),
      signed_at: orNull(timeField('When.')),
    }),
    { description: 'The last 31 closed days, newest first.' },
  ),
  unclosed: Type.Array(dayField('A day that has ended and is not closed.')),
  differing: Type.Array(textReply('What keeps days from being closed.', 'lane Polygon:1 by -500')),
})

export const DayParams = closedObject({ ...ConsoleParams.properties, day: dayField('The day in Lagos.') })

export const BooksDayReply = namedObject('ConsoleBooksDayReply', {
  status: successField,
  message: messageField,
  day: dayField('The day in Lagos.'),
  closed_at: orNull(timeField('When it was closed; null: it is open.')),
  differing: Type.Array(textReply('What keeps it open.', 'lane Polygon:1 by -500')),
  lines: Type.Array(
    closedObject({
      account: textReply('The account in the ledger.', 'float:Polygon:1'),
      asset: textReply('Its asset.', 'NGNC'),
      decimals: count('How many of the last digits of its figures are decimals.'),
      opening_minor: minorField('At the beginning of the day.'),
      in_minor: minorField('What came in.'),
      out_minor: minorField('What went out.'),
      closing_minor: minorField('At its end.'),
      world_minor: orNull(
        minorField('At the bank, the vendor or on the chain; null: it exists in the ledger only.'),
      ),
      difference_minor: orNull(minorField('The difference.')),
    }),
  ),
  sign_off: orNull(
    closedObject({
      name: textReply('Who signed it off.', 'Bisi Adeyemi'),
      at: timeField('When.'),
      text: textReply('The exact text that was signed.', 'Afara close 1'),
      code: textReply('The code by which people compare texts.', '3F2A-91BC'),
      is_verified: Type.Boolean({ description: 'The signature was verified again just now.' }),
      site: orNull(textReply('The site at which it was signed.', 'https://console.people.example.ng')),
    }),
  ),
})

export function toBooksWire(books: Books) {
  const { seals } = books
  return {
    at: books.at.toISOString(),
    today: books.today,
    scopes: books.scopes.map(toScopeWire),
    tampering: {
      since: isoOf(books.tamperedSince),
      case_id: idOrNull('case', books.tamperingCaseId),
      rows: books.tampering.map(({ row, problem, account, transactionId }) => ({
        row,
        problem,
        account,
        transaction_id: idOrNull('transaction', transactionId),
      })),
    },
    seals: {
      verified_at: isoOf(seals.verifiedAt),
      owed_rows: Number(seals.owedRows),
      newest_seal: seals.newestSeal === null ? null : String(seals.newestSeal),
      sealed_at: isoOf(seals.sealedAt),
      checked_at: isoOf(seals.checkedAt),
      failing_checks: Number(seals.failing),
    },
    closes: books.closes.map(({ day, madeAt, accounts, signedBy, signedAt }) => ({
      day,
      closed_at: madeAt.toISOString(),
      accounts,
      signed_by: signedBy,
      signed_at: isoOf(signedAt),
    })),
    unclosed: books.unclosed,
    differing: books.differing,
  }
}

function toScopeWire({ traces, ...scope }: ComparedScope) {
  return {
    kind: scope.kind,
    scope: scope.scope,
    title: scope.title,
    compares: scope.compares,
    state: scope.state,
    asset: scope.asset,
    decimals: scope.asset === null ? 0 : assetScales[scope.asset],
    ours_minor: String(scope.oursMinor),
    theirs_minor: String(scope.theirsMinor),
    difference_minor: String(scope.differenceMinor),
    since: scope.since.toISOString(),
    looked_at: scope.lookedAt.toISOString(),
    last_agreed_at: isoOf(scope.lastAgreedAt),
    case_id: idOrNull('case', scope.caseId),
    traces: traces.map(toTraceWire),
  }
}

function toTraceWire(trace: Trace) {
  return {
    what: trace.what,
    why: trace.why,
    is_explained: trace.isExplained,
    ours_minor: trace.oursMinor === null ? null : String(trace.oursMinor),
    theirs_minor: trace.theirsMinor === null ? null : String(trace.theirsMinor),
    ours: trace.ours.map(toRowWire),
    theirs: trace.theirs.map(toRowWire),
    transaction_id: idOrNull('transaction', trace.transactionId),
  }
}

function toRowWire({ id, words, minor, at }: TracedRow) {
  return { id, words, amount_minor: minor === null ? null : String(minor), at: isoOf(at) }
}

export function toBooksDayWire({ day, signOff, differing }: BooksDay) {
  return {
    day: day.day,
    closed_at: isoOf(day.madeAt ?? null),
    differing,
    lines: day.lines.map((line) => ({
      account: line.owner === '' ? line.kind : `${line.kind}:${line.owner}`,
      asset: line.asset,
      decimals: assetScales[line.asset],
      opening_minor: String(line.openingMinor),
      in_minor: String(line.inMinor),
      out_minor: String(line.outMinor),
      closing_minor: String(line.closingMinor),
      world_minor: line.worldMinor === undefined ? null : String(line.worldMinor),
      difference_minor: line.differenceMinor === undefined ? null : String(line.differenceMinor),
    })),
    sign_off:
      signOff === undefined
        ? null
        : {
            name: signOff.name,
            at: signOff.at.toISOString(),
            text: signOff.text,
            code: shortCode(signOff.text),
            is_verified: signOff.signedAtSite !== undefined,
            site: signOff.signedAtSite ?? null,
          },
  }
}

function idOrNull(kind: 'case' | 'transaction', id: string | null): string | null {
  return id === null ? null : formatId(kind, id)
}
