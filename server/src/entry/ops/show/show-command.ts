import type { Command } from 'commander'
import { foreseeChoices } from '../../../flows/cases/foresee-choices.ts'
import { type FoundLine, searchRecords } from '../../../flows/console/search-records.ts'
import { formatId, idPrefixes } from '../../../kernel/ids/ids.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../../kernel/refusal.ts'
import { selectBusinessNames } from '../../../records/businesses/business-store.ts'
import type { CaseFile } from '../../../records/cases/case-file.ts'
import {
  findCase,
  selectCasesAround,
  selectOverdueOf,
  selectSteps,
} from '../../../records/cases/case-store.ts'
import {
  type BlockedFund,
  findLien,
  type Lien,
  selectBlockedFunds,
} from '../../../records/cases/credit-fund-store.ts'
import { readStake } from '../../../records/cases/stake-store.ts'
import { readCreditStory } from '../../../records/cases/stories/credit-story-store.ts'
import type { Subject } from '../../../records/cases/stories/find-subjects-store.ts'
import {
  type EntryLine,
  readTransactionStory,
  readWaiting,
  selectEntryLines,
  selectTransferStories,
} from '../../../records/cases/stories/transaction-story-store.ts'
import { readSuggestion } from '../../../records/cases/suggestion-store.ts'
import { readPeopleNeeded } from '../../../records/decisions/policy-store.ts'
import { readMargin } from '../../../records/fees/margin-store.ts'
import { formatAmount, formatNaira } from '../amounts.ts'
import type { OpsHost, OpsSession } from '../ops-session.ts'
import { formatAge, formatMoment, formatTable, truncate } from '../terminal-text.ts'
import { explainRegistered } from './explain-registered.ts'
import { findBusinessIds, formatCase, formatNextSteps } from './format-case.ts'
import { formatChoices } from './format-choices.ts'
import { formatCredit, formatFact } from './format-credit.ts'
import {
  describeDepositAddress,
  formatMargin,
  formatTransaction,
  formatTransfers,
} from './format-transaction.ts'

const MAX_CREDITS_SHOWN = 100
const MAX_OVERDUE_SHOWN = 20
const MAX_MATCHES_SHOWN = 20

export function addShowCommand(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('show <what...>')
    .description(
      'show a case, a credit, a transaction or another object by any identifier: an id, a reference, a session id, a hash, a wallet, ' +
        'an account number, or the name of a payer or beneficiary',
    )
    .action(async (words: string[]) => {
      const what = words.join(' ').trim()
      await session.run(async ({ pool, clock }) => {
        const rules = await host.readWalletRules()
        const { lines, hasMore } = await searchRecords(
          { sql: pool, rules },
          { text: what, most: MAX_MATCHES_SHOWN },
        )
        const [only] = lines
        if (only === undefined) throw nothingFound(rules.isSecret(what) ? 'this text' : `"${what}"`)
        session.print(
          ...(lines.length > 1
            ? formatMatches(what, lines, hasMore)
            : await explain({ sql: pool, host }, only, clock.now())),
        )
      })
    })
}

function nothingFound(what: string): Refusal {
  return new Refusal(
    'not_found',
    [
      `Nothing matches ${what}. Give an id or a text that can be searched:`,
      `  ids        ${Object.values(idPrefixes)
        .map((prefix) => `${prefix}_…`)
        .join(', ')}`,
      '  keys       key_ and at least the first eight digits of the id',
      '  businesses a link tag or a name',
      '  references a reference, an idempotency key, the token of a pay link',
      '  payments   a session id, the id that a bank or vendor uses, the reference of a payout (af-…)',
      '  networks   a hash, a wallet, a deposit address',
      '  accounts   the ten digits of a payer, a beneficiary or one of our accounts',
      '  names      the name of a payer or beneficiary, or some of its words',
    ].join('\n'),
  )
}

function formatMatches(what: string, lines: readonly FoundLine[], hasMore: boolean): string[] {
  return [
    `"${what}" matches several, the best matches first and then the newest first:`,
    ...lines.flatMap((line) => [
      line.kind === 'lane' ? '  npx afara ops lanes' : `  npx afara ops show ${formatId(line.kind, line.id)}`,
      `      ${truncate(describeMatch(line), 110)}`,
    ]),
    ...(hasMore ? [`There are more. These are the first ${MAX_MATCHES_SHOWN}. Give a more exact text.`] : []),
  ]
}

function describeMatch({ mode, type, status, party, reference, amountMinor, business }: FoundLine): string {
  const amount = amountMinor === null ? null : formatNaira(amountMinor)
  return [mode, `${type} ${status}`.replaceAll('_', ' '), amount, party, reference, business]
    .filter((part) => part !== null && part !== '')
    .join(', ')
}

type Explaining = Readonly<{ sql: Sql; host: Pick<OpsHost, 'readWalletRules'> }>

async function explain(deps: Explaining, { kind, id }: Subject, now: Date): Promise<string[]> {
  const { sql } = deps
  if (kind === 'case') return explainCase(deps, id, now)
  if (kind !== 'credit' && kind !== 'transaction') return explainRegistered(sql, { kind, id }, now)
  const lines = kind === 'credit' ? await explainCredit(sql, id) : await explainTransaction(deps, id)
  return [...lines, ...formatCases(await selectCasesAround(sql, { kind, id }))]
}

async function explainCase(deps: Explaining, id: string, now: Date): Promise<string[]> {
  const { sql } = deps
  const file = await findCase(sql, id)
  assert(file !== undefined, 'the case was found by its id, but its details cannot be read')
  const names = await selectBusinessNames(sql, findBusinessIds(file.facts))
  const steps = await selectSteps(sql, id)
  const others = file.lineId === null ? [] : await selectCasesAround(sql, { kind: 'credit', id: file.lineId })
  const open = others.filter((other) => other.id !== id && other.state !== 'resolved')
  return [
    ...formatCase(file, { steps, suggestion: await readSuggestion(sql, file) }, names, now),
    ...(file.kind === 'unconfirmed_import' ? formatImportedCredits(await selectBlockedFunds(sql, id)) : []),
    ...(file.kind === 'overdue' ? formatOverdue(await selectOverdueOf(sql, id, MAX_OVERDUE_SHOWN), now) : []),
    ...(file.lineId === null ? [] : ['', ...(await explainCredit(sql, file.lineId))]),
    ...(file.transactionId === null ? [] : ['', ...(await explainTransaction(deps, file.transactionId))]),
    ...(open.length === 0 ? [] : formatCases(open)),
    ...formatChoices(await foreseeChoices(sql, { file, stake: await readStake(sql, id), names, now })),
    '',
    ...formatNextSteps(file, steps, await readPeopleNeeded(sql, id)),
  ]
}

function formatOverdue({ count, first }: Awaited<ReturnType<typeof selectOverdueOf>>, now: Date): string[] {
  return [
    '',
    `It has ${count} transactions${count > first.length ? `; the ${first.length} most overdue` : ''}:`,
    ...first.map(
      ({ id, expectedBy }) => `  ${formatId('transaction', id)}  ${formatAge(expectedBy, now)} overdue`,
    ),
  ]
}

async function explainCredit(sql: Sql, id: string): Promise<string[]> {
  const story = await readCreditStory(sql, id)
  if (story === undefined) return [`${formatId('credit', id)} does not exist.`]
  const lien = await findLien(sql, id)
  return [
    ...formatCredit(story),
    ...(lien === undefined ? [] : formatFact('lien', describeLien(lien))),
    ...formatLedgerEntries(await selectEntryLines(sql, { entryId: id })),
  ]
}

async function explainTransaction({ sql, host }: Explaining, id: string): Promise<string[]> {
  const story = await readTransactionStory(sql, id)
  assert(story !== undefined, 'the transaction was found by its id, but its details cannot be read')
  return [
    ...formatTransaction(story, await describeDepositAddress(story, host)),
    ...formatTransfers(await selectTransferStories(sql, id), await readWaiting(sql, id)),
    ...formatMargin(await readMargin(sql, id)),
    ...formatLedgerEntries(await selectEntryLines(sql, { transactionId: id })),
  ]
}

function describeLien({ placedAt, placedBy, reason }: Lien): string {
  return `since ${formatMoment(placedAt)}, by ${placedBy ?? 'the system'}: "${reason}"`
}

function formatImportedCredits(funds: readonly BlockedFund[]): string[] {
  const sum = funds.reduce((total, { leftMinor }) => total + leftMinor, 0n)
  return [
    '',
    `Its credits, to compare with the bank's portal (${funds.length}, ${formatNaira(sum)} in total):`,
    ...funds
      .slice(0, MAX_CREDITS_SHOWN)
      .map(
        ({ lineId, leftMinor, payerName }) =>
          `  ${formatId('credit', lineId)}  ${formatNaira(leftMinor).padStart(19)}  ${truncate(payerName ?? 'no name', 38)}`,
      ),
    ...(funds.length > MAX_CREDITS_SHOWN ? [`  … and ${funds.length - MAX_CREDITS_SHOWN} smaller ones`] : []),
  ]
}

function formatCases(cases: readonly CaseFile[]): string[] {
  if (cases.length === 0) return ['', 'It has no cases.']
  return [
    '',
    'Its cases:',
    ...cases.map(({ id, kind, state }) => `  npx afara ops show ${formatId('case', id)}   ${kind}, ${state}`),
  ]
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-([0-9a-f]{12})/

const columns = [
  { title: 'when', width: 18 },
  { title: 'what', width: 16 },
  { title: 'debit', width: 20 },
  { title: 'credit', width: 20 },
  { title: 'amount', width: 16, isRight: true },
]

/** Debit first, as in the ledger. Owners are shortened to their last digits, because the full ids are printed above. */
function formatLedgerEntries(lines: readonly EntryLine[]): string[] {
  if (lines.length === 0) return []
  const account = (text: string) => text.replace(uuid, '…$1')
  return [
    '',
    'Ledger entries:',
    ...formatTable(
      columns,
      lines.map(({ step, postedAt, debit, credit, asset, amountMinor }) => [
        formatMoment(postedAt),
        step,
        account(debit),
        account(credit),
        asset === 'NGN' || asset === 'NGNC'
          ? formatNaira(amountMinor)
          : `${formatAmount(asset, amountMinor)} ${asset}`,
      ]),
    ).map((line) => `  ${line}`),
  ]
}
