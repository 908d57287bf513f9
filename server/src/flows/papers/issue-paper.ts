import { randomBytes } from 'node:crypto'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { type IssuedPaper, insertPaper, type PaperKind } from '../../records/transactions/paper-store.ts'
import { unknownTransaction } from '../transactions/read-transactions.ts'

// Crockford's letters: none of them looks like another.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const NUMBER_LETTERS = 8
const TOKEN_BYTES = 16

/** Gives a paper its number and its token. A paper that is printed again keeps both, so that every copy leads to the same page. */
export async function issuePaper(
  pool: Pool,
  tenant: Tenant,
  transactionId: string,
  kind: PaperKind,
  at: Date,
): Promise<IssuedPaper> {
  const drawn = {
    number: drawNumber(tenant.mode, at),
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    issuedAt: at,
  }
  const issued = await asTenant(pool, tenant, async (sql) => insertPaper(sql, transactionId, kind, drawn))
  if (issued === undefined) throw unknownTransaction(transactionId)
  return issued
}

function drawNumber(mode: Tenant['mode'], at: Date): string {
  const letters = Array.from(randomBytes(NUMBER_LETTERS), (byte) => LETTERS[byte % LETTERS.length]).join('')
  return `${mode === 'live' ? 'AFR' : 'TEST'}-${at.getUTCFullYear()}-${letters.slice(0, 4)}-${letters.slice(4)}`
}
