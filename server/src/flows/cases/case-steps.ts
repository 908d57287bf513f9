import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { inTransaction, type Pool, type Sql } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import { requireAttachable } from '../../records/cases/attachment.ts'
import type { CaseFile } from '../../records/cases/case-file.ts'
import {
  attachToCase,
  declineResolution,
  dismissCase,
  handOverCase as storeHandOver,
  noteCase as storeNote,
  takeCase as storeTaking,
} from '../../records/cases/case-step-store.ts'
import { caseMoved, requireOpenCase } from '../../records/cases/case-store.ts'

type StepDeps = Readonly<{ pool: Pool; clock: Clock }>
type Step = Parameters<typeof storeNote>[1]

/** Records who works on a case, so that two operators do not call the same payer. Other operators may still act on the case. */
export async function takeCase(
  deps: StepDeps,
  input: { caseId: string; operatorId: string; reason: string },
): Promise<CaseFile> {
  return stepOnCase(deps, input, async (sql, step) => {
    assert((await storeTaking(sql, step)) !== null, 'a locked open case must be assignable')
  })
}

/** Gives a case to another operator. */
export async function handOverCase(
  deps: StepDeps,
  { toId, ...input }: { caseId: string; operatorId: string; toId: string; reason: string },
): Promise<CaseFile> {
  return stepOnCase(deps, input, async (sql, step) => {
    assert((await storeHandOver(sql, step, toId)) !== null, 'a locked open case must be assignable')
  })
}

/** Adds a note to a case. A proposal that waits for approval is not affected. */
export async function noteCase(
  deps: StepDeps,
  { note, ...input }: { caseId: string; operatorId: string; note: string },
): Promise<CaseFile> {
  return stepOnCase(deps, { ...input, reason: note }, async (sql, step) => {
    assert((await storeNote(sql, step)) !== null, 'a locked open case must accept notes')
  })
}

/** Attaches a file to a case, as evidence. A proposal that waits for approval is not affected. */
export async function attachFile(
  deps: StepDeps & Readonly<{ businessKeys: Keyring }>,
  {
    path,
    content,
    ...input
  }: { caseId: string; operatorId: string; reason: string; path: string; content: Uint8Array },
): Promise<string> {
  const file = requireAttachable(path, content)
  await stepOnCase(deps, input, async (sql, step) => {
    assert(
      (await attachToCase(sql, step, file, deps.businessKeys)) !== null,
      'a locked open case must accept files',
    )
  })
  return file.name
}

/** Declines a proposal; its proposer may also withdraw it this way. The case is open again, and a case of kind `request` is closed. */
export async function declineCase(
  deps: StepDeps,
  input: { caseId: string; operatorId: string; reason: string },
): Promise<CaseFile> {
  return stepOnCase(deps, input, async (sql, step, file) => {
    if (file.state !== 'awaiting_approval') {
      throw new Refusal(
        'proposal_missing',
        `${formatId('case', file.id)} has no proposal to decline. Check it with "npx afara ops show ${formatId('case', file.id)}".`,
      )
    }
    const version = await declineResolution(sql, step)
    if (version === null) throw caseMoved(file.id)
    if (file.kind === 'request') await dismissCase(sql, { ...step, version })
  })
}

async function stepOnCase(
  { pool, clock }: StepDeps,
  { caseId, operatorId, reason }: { caseId: string; operatorId: string; reason: string },
  write: (sql: Sql, step: Step, file: CaseFile) => Promise<void>,
): Promise<CaseFile> {
  return inTransaction(pool, async (sql) => {
    const file = await requireOpenCase(sql, caseId)
    const { id, version } = file
    await write(sql, { caseId: id, version, operatorId, reason, at: clock.now() }, file)
    return file
  })
}
