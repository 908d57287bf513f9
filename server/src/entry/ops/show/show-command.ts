import type { Command } from 'commander'
import { formatId } from '../../../kernel/ids/ids.ts'
import { type Asset, formatMoney, money } from '../../../kernel/money/money.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../../kernel/refusal.ts'
import { selectBusinessNames } from '../../../records/businesses/business-store.ts'
import type { CaseFile } from '../../../records/cases/case-file.ts'
import { findCase, selectCasesAround, selectSteps } from '../../../records/cases/case-store.ts'
import { readCreditStory } from '../../../records/cases/credit-story-store.ts'
import { type EntryLine, selectEntryLines } from '../../../records/cases/entry-story-store.ts'
import { findSubjects, type Subject } from '../../../records/cases/find-subjects-store.ts'
import { findLien, type Lien } from '../../../records/cases/lien-store.ts'
import { type BlockedFund, selectBlockedFunds } from '../../../records/cases/open-fund-store.ts'
import { readTransactionStory } from '../../../records/cases/transaction-story-store.ts'
import { readWaiting, selectTransferStories } from '../../../records/cases/transfer-story-store.ts'
import { printNaira } from '../naira.ts'
import type { OpsHost, OpsSession } from '../ops-session.ts'
import { fit, printMoment, printTable } from '../terminal-text.ts'
import { businessesIn, caseLines, nextLines } from './format-case.ts'
import { creditLines, fact } from './format-credit.ts'
import { depositWords, transactionLines, transferLines } from './format-transaction.ts'

const MOST = 100

export function addShowCommand(ops: Command, session: OpsSession, host: OpsHost): void {
  ops
    .command('show <what>')
    .description(
      'everything we know: of a case (cas_…), a credit (crd_…), a buy (txn_…), or by session id, reference, account number or hash of a transfer',
    )
    .action(async (what: string) => {
      await session.run(async ({ pool, clock }) => {
        const found = await findSubjects(pool, what)
        if (found.length === 0) {
          throw new Refusal(
            'not_found',
            `Nothing here is called "${what}". Give an id (cas_, crd_, txn_, trf_), a session id, a reference, an account number or the hash of a transfer; accounts of ours (vac_) are in "npx afara ops account list".`,
          )
        }
        const [only] = found
        session.print(
          ...(found.length > 1 || only === undefined
            ? manyLines(what, found)
            : await explain({ sql: pool, host }, only, clock.now())),
        )
      })
    })
}

function manyLines(what: string, found: readonly Subject[]): string[] {
  return [
    `"${what}" names several things, the newest first:`,
    ...found.map(({ kind, id }) => `  npx afara ops show ${formatId(kind, id)}`),
  ]
}

type Explaining = Readonly<{ sql: Sql; host: Pick<OpsHost, 'readWalletRules'> }>

async function explain(deps: Explaining, { kind, id }: Subject, now: Date): Promise<string[]> {
  const { sql } = deps
  if (kind === 'case') return explainCase(deps, id, now)
  const lines = kind === 'credit' ? await explainCredit(sql, id) : await explainTransaction(deps, id)
  return [...lines, ...casesLines(await selectCasesAround(sql, { kind, id }))]
}

async function explainCase(deps: Explaining, id: string, now: Date): Promise<string[]> {
  const { sql } = deps
  const file = await findCase(sql, id)
  assert(file !== undefined, 'a case that was found is there')
  const names = await selectBusinessNames(sql, businessesIn(file.facts))
  const steps = await selectSteps(sql, id)
  const others = file.lineId === null ? [] : await selectCasesAround(sql, { kind: 'credit', id: file.lineId })
  const open = others.filter((other) => other.id !== id && other.state !== 'resolved')
  return [
    ...caseLines(file, steps, names, now),
    ...(file.kind === 'unconfirmed_import' ? broughtLines(await selectBlockedFunds(sql, id)) : []),
    ...(file.lineId === null ? [] : ['', ...(await explainCredit(sql, file.lineId))]),
    ...(file.transactionId === null ? [] : ['', ...(await explainTransaction(deps, file.transactionId))]),
    ...(open.length === 0 ? [] : casesLines(open)),
    '',
    ...nextLines(file, steps),
  ]
}

async function explainCredit(sql: Sql, id: string): Promise<string[]> {
  const story = await readCreditStory(sql, id)
  if (story === undefined) return [`${formatId('credit', id)} is not in the record.`]
  const lien = await findLien(sql, id)
  return [
    ...creditLines(story),
    ...(lien === undefined ? [] : fact('lien', lienWords(lien))),
    ...ledgerLines(await selectEntryLines(sql, { entryId: id })),
  ]
}

async function explainTransaction({ sql, host }: Explaining, id: string): Promise<string[]> {
  const story = await readTransactionStory(sql, id)
  assert(story !== undefined, 'a transaction that was found is there')
  return [
    ...transactionLines(story, await depositWords(story, host)),
    ...transferLines(await selectTransferStories(sql, id), await readWaiting(sql, id)),
    ...ledgerLines(await selectEntryLines(sql, { transactionId: id })),
  ]
}

function lienWords({ placedAt, placedBy, reason }: Lien): string {
  return `since ${printMoment(placedAt)}, by ${placedBy ?? 'the system'}: "${reason}"`
}

function broughtLines(funds: readonly BlockedFund[]): string[] {
  const sum = funds.reduce((total, { leftMinor }) => total + leftMinor, 0n)
  return [
    '',
    `What it brought, to be compared with the bank's own portal (${funds.length}, ${printNaira(sum)} in all):`,
    ...funds
      .slice(0, MOST)
      .map(
        ({ lineId, leftMinor, payerName }) =>
          `  ${formatId('credit', lineId)}  ${printNaira(leftMinor).padStart(19)}  ${fit(payerName ?? 'no name', 38)}`,
      ),
    ...(funds.length > MOST ? [`  … and ${funds.length - MOST} smaller ones`] : []),
  ]
}

function casesLines(cases: readonly CaseFile[]): string[] {
  if (cases.length === 0) return ['', 'No case was opened about it.']
  return [
    '',
    'Cases about it:',
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

/** Debit first, as the ledger has it. Owners are cut to their last digits: the rest stands above. */
function ledgerLines(lines: readonly EntryLine[]): string[] {
  if (lines.length === 0) return []
  const account = (text: string) => text.replace(uuid, '…$1')
  return [
    '',
    'In the ledger:',
    ...printTable(
      columns,
      lines.map(({ step, postedAt, debit, credit, asset, amountMinor }) => [
        printMoment(postedAt),
        step,
        account(debit),
        account(credit),
        printAmount(asset, amountMinor),
      ]),
    ).map((line) => `  ${line}`),
  ]
}

/** A token is a naira; gas is neither. */
function printAmount(asset: Asset, minor: bigint): string {
  if (asset === 'NGN' || asset === 'NGNC') return printNaira(minor)
  return `${formatMoney(money(asset, minor))} ${asset}`
}
