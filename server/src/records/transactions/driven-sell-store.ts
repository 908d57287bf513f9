import type { Sql } from '../../kernel/postgres/pool.ts'
import type { ScreenSubject } from '../screening/screen.ts'
import { type Driven, type DrivenRow, toDriven } from './driven-store.ts'

/** Whose bank account a sell pays, as it was asked for or decided since. */
export type DrivenPayee = Readonly<{ bankCode: string; accountNumber: string; accountName: string | null }>

/** A sell with its next look, whom it pays and where its tokens came from. */
export type DrivenSell = Driven & Readonly<{ payee: DrivenPayee; senders: readonly string[] }>

type Row = DrivenRow & {
  bank_code: string
  account_number: string
  account_name: string | null
  senders: string[]
}

/** Many in one statement, in the order of the ids; undefined where there is no such sell. */
export async function findDrivenSells(
  sql: Sql,
  ids: readonly string[],
): Promise<Array<DrivenSell | undefined>> {
  const { rows } = await sql.query<Row>({
    name: 'driven_sells',
    text: 'select * from driven_sells($1)',
    values: [ids],
  })
  const found = new Map(rows.map((row) => [row.id, toDrivenSell(row)]))
  return ids.map((id) => found.get(id))
}

function toDrivenSell(row: Row): DrivenSell {
  const { bank_code, account_number, account_name, senders } = row
  const payee = { bankCode: bank_code, accountNumber: account_number, accountName: account_name }
  return { ...toDriven(row), payee, senders }
}

/** Everybody who is named as its payee, by the business and by the bank, and every wallet that its tokens came from. */
export function subjectsOfSell(
  { payee, senders }: DrivenSell,
  bankName: string | undefined,
): ScreenSubject[] {
  const names = new Set([payee.accountName, bankName].filter((name) => typeof name === 'string'))
  return [
    ...[...names].map((text) => ({ kind: 'name' as const, text })),
    ...senders.map((text) => ({ kind: 'address' as const, text })),
  ]
}
