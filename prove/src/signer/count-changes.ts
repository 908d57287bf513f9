import type { Progress } from '../progress.ts'
import { changeByte } from './change-bytes.ts'
import { applyChange, requestsFor } from './change-rows.ts'
import { meaningfulChanges, type RowChange } from './row-changes.ts'
import { askToPay, meaningOf } from './transfer-bytes.ts'
import type { Answered, Asked, Vault } from './vault-process.ts'
import type { Opened, VaultStage } from './vault-stage.ts'

export type Tally = {
  changes: number
  refused: number
  feesOnly: number
  wrong: string[]
  codes: Map<string, number>
}

export const newTally = (): Tally => ({ changes: 0, refused: 0, feesOnly: 0, wrong: [], codes: new Map() })

/**
 * Makes half of the changes in rows, a quarter anywhere in the bytes, and a quarter in the call. Makes fifty at a time, one for each
 * transfer.
 */
export async function countChanges(
  stage: VaultStage,
  vault: Vault,
  opened: readonly Opened[],
  wanted: number,
  progress: Progress,
): Promise<Tally> {
  const tally = newTally()
  for (let round = 0; tally.changes < wanted; round += 1) {
    progress.show(`${tally.changes} of ${wanted} changes`)
    if (round % 2 === 0) await changeRows(stage, vault, opened, tally, round)
    else await changeBytes(vault, opened, tally, round)
  }
  return tally
}

async function changeRows(
  { superuser }: VaultStage,
  vault: Vault,
  opened: readonly Opened[],
  tally: Tally,
  round: number,
): Promise<void> {
  const applied = []
  for (const [place, one] of opened.entries()) {
    const changes = meaningfulChanges[one.purpose]
    const change = changes[(round * opened.length + place) % changes.length] as RowChange
    applied.push(await applyChange(superuser, change, one))
  }
  const requests = applied.map(requestsFor)
  const answers = await vault.sign(requests.flat())
  for (const [place, { change, undo }] of applied.entries()) {
    const own = answers.splice(0, requests[place]?.length ?? 0)
    tally.changes += 1
    if (own.length > 0 && own.every(({ outcome }) => outcome === 'refused')) tally.refused += 1
    else tally.wrong.push(`${change.name}: ${own.map(({ outcome, code }) => code ?? outcome).join(', ')}`)
    for (const { code = 'signed' } of own) note(tally, code)
    await undo()
  }
}

async function changeBytes(
  vault: Vault,
  opened: readonly Opened[],
  tally: Tally,
  round: number,
): Promise<void> {
  const changed = opened.map((one) => changeByte(one, round % 4 === 1 ? 'any' : 'call'))
  const answers = await vault.sign(changed.map(({ asked }) => asked))
  for (const [place, { asked, isSameMeaning }] of changed.entries()) {
    const answer = answers[place]
    const one = opened[place]
    note(tally, answer?.code ?? 'signed')
    tally.changes += 1
    if (answer?.outcome === 'refused') tally.refused += 1
    else if (isSameMeaning && one !== undefined && isHonest(answer, askToPay(one))) tally.feesOnly += 1
    else tally.wrong.push(`${asked.unsigned}: ${answer?.code ?? answer?.outcome}`)
  }
}

/** Reports whether the signed bytes pay the due amount to the right address, as another library reads them. */
export function isHonest(answer: Answered | undefined, asked: Asked): boolean {
  return answer?.outcome === 'signed' && meaningOf(answer.raw ?? '') === meaningOf(asked.unsigned)
}

function note({ codes }: Tally, code: string): void {
  codes.set(code, (codes.get(code) ?? 0) + 1)
}
