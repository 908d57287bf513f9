import type { Sql } from '../../kernel/postgres/pool.ts'
import type { ScreenSubject } from '../screening/screen.ts'
import { type Driven, type DrivenRow, toDriven } from './driven-store.ts'
import { toTarget, type WalletRow, type WalletTarget } from './wallet-answer.ts'

/** A buy with its next look, with those whom clearing asks lists about, and with the wallet that its network is asked about. */
export type DrivenBuy = Driven &
  Readonly<{
    subjects: readonly ScreenSubject[]
    wallet: WalletTarget | undefined
    /** It waits for its wallet. */
    isBlocked: boolean
  }>

type Row = DrivenRow &
  WalletRow & {
    payer_account_name: string | null
    payer_names: string[]
    is_blocked: boolean
  }

export async function findDrivenBuy(sql: Sql, id: string): Promise<DrivenBuy | undefined> {
  return (await findDrivenBuys(sql, [id]))[0]
}

/** Many in one statement, in the order of the ids; undefined where there is no such buy. */
export async function findDrivenBuys(
  sql: Sql,
  ids: readonly string[],
): Promise<Array<DrivenBuy | undefined>> {
  const { rows } = await sql.query<Row>({
    name: 'driven_buys',
    text: 'select * from driven_buys($1)',
    values: [ids],
  })
  const found = new Map(rows.map((row) => [row.id, toDrivenBuy(row)]))
  return ids.map((id) => found.get(id))
}

function toDrivenBuy(row: Row): DrivenBuy {
  return { ...toDriven(row), subjects: subjectsOf(row), wallet: toTarget(row), isBlocked: row.is_blocked }
}

/** Everybody who is named as its payer, by the buy and by every bank that told of its credits, and where the tokens go. */
function subjectsOf({ payer_account_name, payer_names, wallet_address }: Row): ScreenSubject[] {
  const told = [...(payer_account_name === null ? [] : [payer_account_name]), ...payer_names]
  // A dash, or a number where a name should be, names nobody.
  const names = new Set(told.filter((text) => /\p{L}/u.test(text)))
  return [
    ...[...names].map((text) => ({ kind: 'name' as const, text })),
    ...(wallet_address === null ? [] : [{ kind: 'address' as const, text: wallet_address }]),
  ]
}
