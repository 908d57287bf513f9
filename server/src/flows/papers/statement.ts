import { formatId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import { selectBusinessNames } from '../../records/businesses/business-store.ts'
import { describeMovement } from '../../records/ledger/movement-words.ts'
import { type BalanceStatement, selectOwnStatement } from '../../records/ledger/own-balance-store.ts'
import type { Paper } from './paper.ts'
import { printable, writtenDay, writtenMoment, writtenMoney } from './paper-text.ts'

/** A period. Its end is not part of it. */
export type Period = Readonly<{ from: Date; to: Date }>

export type Statement = BalanceStatement &
  Period &
  Readonly<{ businessName: string; mode: Tenant['mode']; inMinor: bigint; outMinor: bigint }>

/** Maximum number of movements in one file. A page of the PDF has about forty. */
export const MOST_MOVEMENTS = { csv: 50_000, pdf: 4_000 } as const

/** Reads the statement of this business only. Refuses a period with too many movements, and fails if the movements do not add up. */
export async function readStatement(
  pool: Pool,
  tenant: Tenant,
  { from, to }: Period,
  most: number,
): Promise<Statement> {
  return asTenant(pool, tenant, async (sql) => {
    const statement = await selectOwnStatement(sql, { from, to, most })
    if (statement === undefined)
      throw new Refusal(
        'export_too_large',
        `More than ${most} movements are in this period. Choose a shorter one, for example one month.`,
      )
    const names = await selectBusinessNames(sql, [tenant.businessId])
    const sumOf = (minors: readonly bigint[]) => minors.reduce((sum, minor) => sum + minor, 0n)
    const minors = statement.movements.map(({ minor }) => minor)
    const inMinor = sumOf(minors.filter((minor) => minor > 0n))
    const outMinor = -sumOf(minors.filter((minor) => minor < 0n))
    assert(
      statement.openingMinor + inMinor - outMinor === statement.closingMinor,
      'the movements of a statement must lead from its opening balance to its closing balance',
    )
    const businessName = names.get(tenant.businessId) ?? ''
    return { ...statement, from, to, businessName, mode: tenant.mode, inMinor, outMinor }
  })
}

/** Writes a statement for the books: what the balance was, each movement, and what it is. */
export function writeStatement(statement: Statement): Paper {
  const { movements, from, to } = statement
  const tokens = (minor: bigint) => writtenMoney(money('NGNC', minor))
  const figures = (minor: bigint) => tokens(minor).replace(' NGNC', '')
  const lastDay = writtenDay(new Date(to.getTime() - 1))
  return {
    title: 'Statement of the balance',
    subtitle: `${writtenDay(from)} to ${lastDay}, Lagos time`,
    headline: tokens(statement.closingMinor),
    sections: [
      {
        heading: 'Summary',
        rows: [
          { label: 'Business', value: printable(statement.businessName, 70) },
          { label: 'Opening balance', value: tokens(statement.openingMinor) },
          { label: 'In', value: tokens(statement.inMinor) },
          { label: 'Out', value: tokens(statement.outMinor) },
          { label: 'Closing balance', value: tokens(statement.closingMinor) },
          { label: 'Movements', value: String(movements.length) },
        ],
      },
    ],
    table: {
      columns: [
        { title: 'When (Lagos)', width: 0.19 },
        { title: 'What', width: 0.33 },
        { title: 'Reference', width: 0.18 },
        { title: 'In or out', width: 0.15, isRight: true },
        { title: 'Balance', width: 0.15, isRight: true },
      ],
      lines: movements.map((movement) => [
        writtenMoment(movement.at)
          .replace(' (Lagos)', '')
          .replace(/:\d\d$/, ''),
        describeMovement(movement),
        printable(movement.transaction?.reference ?? '', 40),
        figures(movement.minor),
        figures(movement.balanceMinor),
      ]),
    },
    footer:
      'Issued by Afara from its ledger. 1 NGNC = ₦1. The opening balance, what came in and what went out give the closing balance.',
    isTest: statement.mode === 'test',
    at: movements.at(-1)?.at ?? from,
  }
}

/** The lines of a statement for a spreadsheet. The first and the last have the opening and the closing balance. */
export function listStatement({ from, to, openingMinor, closingMinor, movements }: Statement) {
  const end = { what: '', amountMinor: 0n, id: '', transactionId: '', type: '', reference: '' }
  return [
    { ...end, at: from, what: 'Opening balance', balanceMinor: openingMinor },
    ...movements.map((movement) => ({
      at: movement.at,
      what: describeMovement(movement),
      amountMinor: movement.minor,
      balanceMinor: movement.balanceMinor,
      id: formatId('entry', movement.entryId),
      transactionId: movement.transaction === null ? '' : formatId('transaction', movement.transaction.id),
      type: movement.transaction?.type ?? '',
      reference: movement.transaction?.reference ?? '',
    })),
    { ...end, at: to, what: 'Closing balance', balanceMinor: closingMinor },
  ]
}
