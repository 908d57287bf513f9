import type { BenchApi } from '../raise-api.ts'
import { scriptSide } from '../script-side.ts'
import type { Side } from '../side.ts'
import type { AcceptedBuy } from './accepted-buy.ts'

/**
 * The same buys without our api: pgbench calls the same function, as the same role, with `rowsPerCommit` buys per call. The same statement
 * builds the text of the call with `||`, which costs PostgreSQL a few microseconds per row.
 */
export function bareBuys(name: string, api: BenchApi, buy: AcceptedBuy, rowsPerCommit: number): Side {
  const row = rowText(buy)
  const one = `select ordinal, accepted, needs from (select uuidv7()::text as id) u, lateral accept_buys(('[' || ${row('0')} || ']')::json);\n`
  const many = `select ordinal, accepted, needs from (
  select ('[' || string_agg(${row('u.ordinal')}, ',') || ']')::json as rows
  from (select ordinal, uuidv7()::text as id from generate_series(0, ${rowsPerCommit - 1}) as s (ordinal)) u) r,
  lateral accept_buys(r.rows);\n`
  return scriptSide({
    name,
    database: api.database,
    role: 'afara_api',
    text: rowsPerCommit === 1 ? one : many,
    table: 'afara.buy',
    rowsPerCommit,
  })
}

/** Returns SQL for one buy as JSON, given SQL for its ordinal. Its id, wallet and reference come from `u.id`. */
function rowText(buy: AcceptedBuy): (ordinal: string) => string {
  const fixed = {
    business_id: buy.businessUuid,
    mode: 'test',
    amount_minor: '2500050',
    meaning: `\\x${'ab'.repeat(32)}`,
    vendor_account_id: buy.vendor.id,
    payer_bank_code: buy.payerBankCode,
    payer_bank_name: buy.payerBankName,
    payer_account_number: buy.payerAccountNumber,
    payer_account_name: buy.payerAccountName,
    network: buy.network,
    fee_minor: '0',
    // Written without colons: pgbench reads a colon before a digit as a variable.
    at: '20261115T093000Z',
    due_at: '20261122T093000Z',
  }
  const rest = JSON.stringify(fixed).slice(1)
  return (ordinal) =>
    `'{"ordinal":' || ${ordinal} || ',"id":"' || u.id || '","reference":"' || u.id || '","wallet_address":"0x' || u.id || '-0x0",${rest}'`
}
