import { recordLines } from '@afara/server/movements/credits/bank-line-store.ts'
import type { BankLine } from '@afara/server/movements/feeds/bank-line.ts'
import type { Happening } from '../world/world.ts'
import { composeFeedLine, composeStatementLine, composeTakeBack } from './compose-line.ts'
import { dateOf, type Stage } from './stage.ts'

type Told = { account: number; source: string; at: number; lines: BankLine[] }

/** Records the readings of feeds and statements, those of one account and source together. Returns the accounts with new readings. */
export async function recordReadings(stage: Stage, happenings: readonly Happening[]): Promise<Set<number>> {
  const told = new Map<string, Told>()
  const accounts = new Set<number>()
  for (const happening of happenings) {
    const reading = await compose(stage, happening)
    if (reading === undefined) continue
    const { account, source, line } = reading
    const key = `${account} ${source}`
    const together = told.get(key) ?? { account, source, at: happening.at, lines: [] }
    together.lines.push(line)
    told.set(key, { ...together, at: happening.at })
  }
  // A statement is read at the end of the day, after the feed.
  const feeds = [...told.values()].filter(({ source }) => source !== 'statement')
  const statements = [...told.values()].filter(({ source }) => source === 'statement')
  for (const sources of [feeds, statements]) {
    await Promise.all(
      sources.map(async (one) => {
        if (await record(stage, one)) accounts.add(one.account)
      }),
    )
  }
  return accounts
}

async function compose(
  stage: Stage,
  happening: Happening,
): Promise<{ account: number; source: string; line: BankLine } | undefined> {
  if (happening.kind === 'claim') return undefined
  const credit = stage.world.credits[happening.credit]
  if (credit === undefined) return undefined
  const { account } = credit
  const feed = stage.world.accounts[account]?.feed ?? ''
  if (happening.kind === 'take_back') {
    if (stage.takenBack.has(credit.index)) return undefined
    if (happening.onlyIfStolen && !(await isStolen(stage, credit.index))) return undefined
    stage.takenBack.add(credit.index)
    return { account, source: feed, line: composeTakeBack(stage, credit, happening.lineKind, happening.at) }
  }
  return happening.source === 'statement'
    ? { account, source: 'statement', line: composeStatementLine(stage, credit) }
    : { account, source: feed, line: composeFeedLine(stage, credit) }
}

async function record(stage: Stage, { account, source, at, lines }: Told): Promise<boolean> {
  const outcomes = await recordLines(stage.pools.worker, {
    accountId: stage.accountIds[account] ?? '',
    source,
    lines,
    unreadable: [],
    cursor: undefined,
    at: dateOf(at),
  })
  for (const { externalId, lineId } of outcomes) {
    const credit = /^credit-(\d+)$/.exec(externalId)?.[1]
    if (credit === undefined || lineId === undefined) continue
    stage.creditsOfLines.set(lineId, Number(credit))
    stage.linesOfCredits.set(Number(credit), lineId)
  }
  return outcomes.some(({ outcome }) => outcome !== 'known')
}

async function isStolen(stage: Stage, credit: number): Promise<boolean> {
  const { rows } = await stage.pools.worker.query<{ transaction_id: string }>(
    'select transaction_id from allocation where line_id = $1',
    [stage.linesOfCredits.get(credit)],
  )
  return rows.some(({ transaction_id }) => {
    const claim = stage.world.claims[stage.claimsOfBuys.get(transaction_id) ?? -1]
    return claim?.attack !== null
  })
}
