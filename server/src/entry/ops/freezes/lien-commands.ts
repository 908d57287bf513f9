import type { Command } from 'commander'
import { proposeResolution } from '../../../flows/cases/propose-resolution.ts'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import type { Sql } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { selectCasesAround } from '../../../records/cases/case-store.ts'
import { findLien, placeLien } from '../../../records/cases/credit-fund-store.ts'
import { readCreditStory } from '../../../records/cases/stories/credit-story-store.ts'
import { type OpsSession, requireReason } from '../ops-session.ts'
import { describeRequest } from '../request-approval.ts'
import { formatMoment } from '../terminal-text.ts'

type Reason = { reason: string }

/** One operator can block a credit at once. Releasing it needs two. */
export function addLienCommands(ops: Command, session: OpsSession): void {
  const lien = ops.command('lien').description('block a credit because of a recall or a claim')

  lien
    .command('place <crd>')
    .description('block a credit: nothing is allocated, delivered or refunded from it')
    .requiredOption('--reason <text>', 'who claims it, and how you know')
    .action(async (credit: string, { reason }: Reason) => {
      await session.run(async ({ pool, clock, operator }) => {
        const lineId = await requireCredit(pool, credit)
        const before = await findLien(pool, lineId)
        await placeLien(pool, {
          lineId,
          operatorId: operator.id,
          reason: requireReason(reason),
          at: clock.now(),
        })
        session.print(
          before === undefined
            ? `${credit} is blocked.`
            : `${credit} already has a lien since ${formatMoment(before.placedAt)}. Nothing was changed.`,
          `Its case is ${await recallCase(pool, lineId)}`,
          `Next, when the claim is settled: npx afara ops lien lift ${credit} --reason "…"`,
        )
      })
    })

  lien
    .command('lift <crd>')
    .description('lift the lien of a credit; needs two operators')
    .requiredOption('--reason <text>', 'what you found')
    .action(async (credit: string, { reason }: Reason) => {
      await session.run(async (deps) => {
        const lineId = await requireCredit(deps.pool, credit)
        if ((await findLien(deps.pool, lineId)) === undefined) {
          throw new Refusal('not_found', `${credit} has no lien. See "npx afara ops show ${credit}".`)
        }
        const { file, obstacle } = await proposeResolution(deps, {
          caseId: await recallCase(deps.pool, lineId),
          operatorId: deps.operator.id,
          wanted: { action: 'lift_lien' },
          reason,
        })
        session.print(...(await describeRequest(deps, { caseId: formatId('case', file.id), obstacle })))
      })
    })
}

async function requireCredit(sql: Sql, text: string): Promise<string> {
  const id = parseId('credit', text)
  const story = id === undefined ? undefined : await readCreditStory(sql, id)
  if (story?.direction === 'credit') return story.id
  throw new Refusal(
    'not_found',
    `"${text}" is not a credit. Copy its id (crd_…) from "npx afara ops credits".`,
  )
}

async function recallCase(sql: Sql, lineId: string): Promise<string> {
  const open = (await selectCasesAround(sql, { kind: 'credit', id: lineId })).find(
    ({ kind, state, transactionId }) => kind === 'recall' && state !== 'resolved' && transactionId === null,
  )
  return open === undefined ? formatId('credit', lineId) : formatId('case', open.id)
}
