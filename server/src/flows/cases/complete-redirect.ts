import { formatId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import { requirePossible } from '../../records/cases/possible-resolutions.ts'
import { type RefundPart, selectRefundParts } from '../../records/cases/refund-part-store.ts'
import type { Redirect } from '../../records/cases/resolution.ts'
import { requireText } from './require-text.ts'
import type { WantedResolution } from './wanted-resolution.ts'

const stuck: ReadonlySet<RefundPart['state']> = new Set(['unknown', 'used_up', 'due'])

/** Says to which account a part of a buy's naira goes back, and of which credit it is. */
export async function completeRedirect(
  sql: Sql,
  file: CaseFile,
  wanted: WantedResolution,
): Promise<Redirect> {
  requirePossible(file, 'redirect')
  const parts = file.transactionId === null ? [] : await selectRefundParts(sql, file.transactionId)
  const part = requirePart(
    parts.filter(({ state }) => stuck.has(state)),
    wanted.line_id,
  )
  return {
    action: 'redirect',
    return_id: part.returnId,
    line_id: part.lineId,
    amount_minor: part.amountMinor.toString(),
    bank_code: requireBank(wanted.bank),
    account_number: requireNumber(wanted.account_number),
    account_name: requireText(
      wanted.account_name,
      'Say with --name who holds the account, as its bank has it.',
    ),
    evidence: requireText(wanted.evidence, 'Say with --evidence what shows that the account is the payer’s.'),
  }
}

function requirePart(waiting: readonly RefundPart[], lineId: unknown): RefundPart {
  const [part, ...others] = lineId === undefined ? waiting : waiting.filter((one) => one.lineId === lineId)
  if (part === undefined) {
    throw new Refusal('resolution_invalid', 'Nothing that waits for another account came with that credit.')
  }
  if (others.length > 0) {
    const credits = waiting.map((one) => formatId('credit', one.lineId)).join(', ')
    throw new Refusal('resolution_invalid', `Several parts wait: say with --credit which of ${credits}.`)
  }
  return part
}

function requireBank(text: unknown): string {
  const bank =
    typeof text === 'string' ? (nigerianBanks.byKey(text) ?? nigerianBanks.bySlug(text)) : undefined
  if (bank !== undefined) return bank.key
  throw new Refusal('resolution_invalid', 'Say with --bank at which bank it is, by its NIP code or its slug.')
}

function requireNumber(text: unknown): string {
  if (typeof text === 'string' && /^[0-9]{10}$/.test(text)) return text
  throw new Refusal('resolution_invalid', 'An account number has ten digits.')
}
