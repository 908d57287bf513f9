import { join } from 'node:path'
import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import type { Resolution } from '@afara/server/records/cases/resolution.ts'
import { formatDecision, hashDecision } from '@afara/server/records/decisions/decision-text.ts'
import { writeOperatorsFile } from '@afara/stack/authenticator/operators-file.ts'
import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { createDecisions, type Decisions } from '@afara/vault/shared/decisions/decisions.ts'
import { readDecisions } from '@afara/vault/shared/decisions/read-decisions.ts'
import { type Operators, openOperators } from '@afara/vault/shared/operators/operators-file.ts'
import { createReadOnlyPool } from '@afara/vault/shared/start-process.ts'
import type { Comparison } from '../comparison.ts'
import { readCpuMicros } from '../cpu-time.ts'
import type { TestBed } from '../test-bed.ts'

type Pool = ReturnType<typeof createReadOnlyPool>

/** How the signer or the payer verifies one payment: which decisions it reads, and what it requires of them. */
export type Verified = Readonly<{
  about: Parameters<typeof readDecisions>[1]
  /** Throws unless the decisions allow the payment. */
  require(decisions: Decisions): void
}>

/** A payment that was made in the bench, once as it was and once as if two people had released it. */
export type VerifiedPayment = Readonly<{
  transactionId: string
  release: Extract<Resolution, { action: 'release' }>
  plain: Verified
  decided: Verified
}>

type Stack = Readonly<{ databaseUrl(role: string): string }>

const PAYMENTS = 500
const PAYMENTS_SHORT = 100
const WARM_UP = 200

/**
 * Measures the cost of verifying decisions with the code of the signer or the payer, in this process. Each payment is verified alone, with
 * its own read from the database: decisions are rare, so a batch seldom has two. `verify` is the cost for a payment that rests on a decision
 * of two, `plain_verify` for one that rests on none. The share is of the CPU time of all processes for one payment.
 */
export async function verifyFigures(
  bed: TestBed,
  stack: Stack,
  compared: Pick<Comparison, 'oursTotalCpuMicros'>,
  {
    role,
    read,
  }: Readonly<{ role: 'signer' | 'payer'; read: (pool: Pool, most: number) => Promise<VerifiedPayment[]> }>,
): Promise<Record<string, string>> {
  const file = join(bed.directory, 'verified-operators.jsonl')
  const operators = openOperators(file, writeOperatorsFile(file, seedOperators), Date.now)
  const pool = createReadOnlyPool(stack.databaseUrl(`afara_${role}`), 'bench')
  try {
    const payments = await read(pool, bed.isShort ? PAYMENTS_SHORT : PAYMENTS)
    if (payments.length === 0) throw new Error('the bench made no payments that could be verified')
    await requireRefused(pool, operators, payments[0] as VerifiedPayment)
    await storeDecisions(stack.databaseUrl('postgres'), payments)
    // One query at a time uses one session. The other sessions of the stack do other work.
    const { rows } = await pool.query<{ session: number }>('select pg_backend_pid() as session')
    const session = rows[0]?.session ?? 0
    const measure = async (of: 'plain' | 'decided') => {
      const all = payments.map((payment) => payment[of])
      for (let warm = 0; warm < WARM_UP; warm += all.length) await verifyEach(pool, operators, all)
      const [start, startPostgres] = [process.cpuUsage(), readCpuMicros(session)]
      await verifyEach(pool, operators, all)
      const { user, system } = process.cpuUsage(start)
      const postgres = readCpuMicros(session) - startPostgres
      return { own: (user + system) / all.length, postgres: postgres / all.length }
    }
    const [plain, decided] = [await measure('plain'), await measure('decided')]
    const share = (micros: number) => (micros / compared.oursTotalCpuMicros).toFixed(4)
    return {
      verify_us: decided.own.toFixed(1),
      verify_postgres_us: decided.postgres.toFixed(1),
      verify_share: share(decided.own + decided.postgres),
      plain_verify_us: plain.own.toFixed(1),
      plain_verify_share: share(plain.own + plain.postgres),
    }
  } finally {
    await pool.end()
  }
}

async function verifyEach(pool: Pool, operators: Operators, all: readonly Verified[]): Promise<void> {
  for (const { about, require } of all) require(createDecisions(operators, await readDecisions(pool, about)))
}

/** Shows that the measured code refuses a payment whose decision is missing. */
async function requireRefused(pool: Pool, operators: Operators, { decided }: VerifiedPayment): Promise<void> {
  const refused = await verifyEach(pool, operators, [decided]).then(
    () => undefined,
    (error: Error) => error.name,
  )
  if (refused !== 'Refused') throw new Error('a payment without its decision was not refused')
}

/** Stores a release by two people for each payment. The rows are written without their cases: only their verification is measured. */
async function storeDecisions(url: string, payments: readonly VerifiedPayment[]): Promise<void> {
  const pool = createPool(url, { max: 1, applicationName: 'bench' })
  try {
    const decisions = payments.map(({ transactionId, release }) => {
      const id = newId()
      const file = { id, mode: 'test', kind: 'over_limit', transactionId, lineId: null } as const
      const text = formatDecision({
        file: { ...file, vendorAccountId: null, businessId: null },
        version: 2,
        resolution: release,
        seen: {},
        reason: 'a bench',
      })
      return { id, transactionId, text, signatures: seedOperators.map((one) => sign(one.id, text)) }
    })
    await pool.query('set session_replication_role = replica')
    await pool.query(
      `insert into afara.signed_decision (case_id, version, mode, transaction_id, action, text)
       select d.id, 2, 'test', d."transactionId", 'release', d.text
       from json_to_recordset($1) as d (id uuid, "transactionId" uuid, text text)`,
      [JSON.stringify(decisions)],
    )
    await pool.query(
      `insert into afara.decision_signature (case_id, version, part, sequence, operator_id, credential_id, authenticator_data,
         client_data, signature, at)
       select d.id, 2, case s.ordinality when 1 then 'proposed' else 'approved' end, 1 + s.ordinality, s.operator,
         decode(s.credential, 'hex'), decode(s.data, 'hex'), decode(s.client, 'hex'), decode(s.signature, 'hex'), now()
       from json_to_recordset($1) as d (id uuid, signatures json)
       cross join lateral rows from (json_to_recordset(d.signatures)
         as (operator uuid, credential text, data text, client text, signature text)) with ordinality as s`,
      [JSON.stringify(decisions)],
    )
  } finally {
    await pool.end()
  }
}

function sign(operator: string, text: string) {
  const { id: rpId, origin } = testRelyingParty
  const { credentialId, authenticatorData, clientData, signature } = softwarePasskey(operator).assert({
    challenge: hashDecision(text),
    rpId,
    origin,
  })
  return {
    operator,
    credential: credentialId.toString('hex'),
    data: authenticatorData.toString('hex'),
    client: clientData.toString('hex'),
    signature: signature.toString('hex'),
  }
}
