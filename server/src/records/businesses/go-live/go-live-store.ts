import type { Sql } from '../../../kernel/postgres/pool.ts'
import { assert } from '../../../kernel/refusal.ts'
import type { BusinessStatus } from '../business.ts'
import type { FilledItems, GoLiveFile, GoLiveItem, GoLiveRecord, ToFix } from './go-live-file.ts'

/** The member who fills in the file, and the business that the file is about. */
export type GoLiveManager = Readonly<{ memberId: string; businessId: string }>

type RecordRow = Readonly<{
  status: BusinessStatus
  tier: number | null
  dailyLimit: string | null
  file: GoLiveFile
  lacks: GoLiveItem[]
  version: number | null
  digest: string
  submittedAt: Date
  submittedBy: string
  refusedAt: Date | null
  toFix: ToFix[]
}>

/** Returns what members filled in, as it is stored, what is missing, and the newest submission. */
export async function readGoLive(sql: Sql, businessId: string): Promise<GoLiveRecord> {
  const { rows } = await sql.query<RecordRow>(
    `select m.status, m.tier, m.daily_limit_minor as "dailyLimit", coalesce(d.content, '{}') as file,
       go_live_lacks(coalesce(d.content, '{}')) as lacks, f.version, encode(f.digest, 'hex') as digest,
       f.submitted_at as "submittedAt", p.name as "submittedBy", r.at as "refusedAt", r.to_fix as "toFix"
     from business_mode m left join go_live_draft d on d.business_id = m.business_id
     left join lateral (
       select * from go_live_file n where n.business_id = m.business_id order by n.version desc limit 1) f on true
     left join member p on p.id = f.submitted_by
     left join go_live_refusal r on r.business_id = f.business_id and r.version = f.version
     where m.business_id = $1 and m.mode = 'live'`,
    [businessId],
  )
  const row = rows[0]
  assert(row !== undefined, 'a business must have both modes')
  const { status, tier, file, lacks, version, digest, submittedAt, submittedBy, refusedAt, toFix } = row
  return {
    status,
    tier,
    dailyLimitMinor: row.dailyLimit === null ? null : BigInt(row.dailyLimit),
    file,
    lacks,
    submission:
      version === null
        ? undefined
        : {
            version,
            digest,
            submittedAt,
            // A colleague who left the business is not shown to those who stayed.
            submittedBy: submittedBy ?? 'a former member',
            refusal: refusedAt === null ? null : { at: refusedAt, toFix },
          },
  }
}

/** Stores items of the file, whose identity references are encrypted. PostgreSQL refuses a person who may not (AF494) and a business that is live (AF447). */
export async function saveItems(
  sql: Sql,
  { memberId, businessId }: GoLiveManager,
  items: FilledItems,
  at: Date,
): Promise<void> {
  await sql.query('select save_go_live($1, $2, $3, $4)', [memberId, businessId, JSON.stringify(items), at])
}

/** Records a question to a bank before it is asked. Returns false if the business has asked ten times in a day. */
export async function insertEnquiry(
  sql: Sql,
  id: string,
  { memberId, businessId }: GoLiveManager,
  { bankCode, accountNumber }: Readonly<{ bankCode: string; accountNumber: string }>,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql.query<{ may: boolean }>(
    'select ask_go_live_account($1, $2, $3, $4, $5, $6) as may',
    [id, memberId, businessId, bankCode, accountNumber, at],
  )
  return rows[0]?.may === true
}

/** Stores the account with the name that the bank answered. */
export async function saveProvedAccount(
  sql: Sql,
  enquiryId: string,
  answer: Readonly<{ bankName: string; accountName: string }>,
  at: Date,
): Promise<void> {
  await sql.query('select prove_go_live_account($1, $2, $3, $4)', [
    enquiryId,
    answer.bankName,
    answer.accountName,
    at,
  ])
}

/** Returns the number of the new version. PostgreSQL refuses a file that is not complete (AF495). */
export async function insertSubmission(
  sql: Sql,
  { memberId, businessId }: GoLiveManager,
  at: Date,
): Promise<number> {
  const { rows } = await sql.query<{ version: number }>('select submit_go_live($1, $2, $3) as version', [
    memberId,
    businessId,
    at,
  ])
  assert(rows[0] !== undefined, 'a submission must have a version')
  return rows[0].version
}

export type WaitingFile = Readonly<{ linkTag: string; name: string; version: number; submittedAt: Date }>

/** Returns the submitted files that two operators have not decided yet, the oldest first. */
export async function listWaitingFiles(sql: Sql): Promise<readonly WaitingFile[]> {
  const { rows } = await sql.query<WaitingFile>(
    `select b.link_tag as "linkTag", b.name, f.version, f.submitted_at as "submittedAt"
     from business_mode m join business b on b.id = m.business_id
     join lateral (
       select * from go_live_file n where n.business_id = m.business_id order by n.version desc limit 1) f on true
     where m.mode = 'live' and m.status = 'pending' and not exists (
       select from go_live_refusal r where r.business_id = f.business_id and r.version = f.version)
     order by f.submitted_at`,
  )
  return rows
}

/** Returns the content of a submitted version, as it is stored; undefined if that version does not exist. */
export async function readSubmittedFile(
  sql: Sql,
  businessId: string,
  version: number,
): Promise<Readonly<{ file: GoLiveFile; digest: string }> | undefined> {
  const { rows } = await sql.query<{ file: GoLiveFile; digest: string }>(
    `select content::jsonb as file, encode(digest, 'hex') as digest from go_live_file where business_id = $1 and version = $2`,
    [businessId, version],
  )
  return rows[0]
}

type Narrowing = Readonly<{ businessId: string; operatorId: string; at: Date }>

/** Returns false if this version does not wait for a decision. */
export async function refuseFile(
  sql: Sql,
  { businessId, operatorId, at }: Narrowing,
  version: number,
  toFix: readonly ToFix[],
): Promise<boolean> {
  const { rows } = await sql.query<{ done: boolean }>('select refuse_go_live($1, $2, $3, $4, $5) as done', [
    businessId,
    version,
    operatorId,
    JSON.stringify(toFix),
    at,
  ])
  return rows[0]?.done === true
}

/** Returns false if the business is not live. */
export async function returnToPending(
  sql: Sql,
  { businessId, operatorId, at }: Narrowing,
  toFix: readonly ToFix[],
  reason: string,
): Promise<boolean> {
  const { rows } = await sql.query<{ done: boolean }>(
    'select return_to_pending($1, $2, $3, $4, $5) as done',
    [businessId, operatorId, JSON.stringify(toFix), reason, at],
  )
  return rows[0]?.done === true
}

/** Lowers tier and daily limit. Returns false if the business is not live. PostgreSQL refuses to raise one of them (AF496). */
export async function downgradeBusiness(
  sql: Sql,
  { businessId, operatorId, at }: Narrowing,
  to: Readonly<{ tier: number; dailyLimitMinor: bigint; reason: string }>,
): Promise<boolean> {
  const { rows } = await sql.query<{ done: boolean }>(
    'select downgrade_business($1, $2, $3, $4, $5, $6) as done',
    [businessId, to.tier, to.dailyLimitMinor, operatorId, to.reason, at],
  )
  return rows[0]?.done === true
}
