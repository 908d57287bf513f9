import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Progress } from '../progress.ts'
import type { ProofPostgres } from '../proof-postgres.ts'
import { applyChange } from './change-rows.ts'
import { newTally, type Tally } from './count-changes.ts'
import { type FamilyLane, fromHex, toHex } from './family-lane.ts'
import { type Attack, ask } from './row-attacks.ts'
import { meaningfulChanges, type RowChange } from './row-changes.ts'
import { type Asked, startVault, type Vault } from './vault-process.ts'
import { type Opened, setVaultStage, type VaultStage } from './vault-stage.ts'

export type FamilyResult = Readonly<{
  tally: Tally
  attacks: readonly Attack[]
  asked: number
  signed: number
}>

const TOGETHER = 25
// Destination addresses are changed separately below, because changing one letter usually makes them invalid.
const ADDRESSES: ReadonlySet<string> = new Set(['address', 'wallet_address'])

/**
 * Runs the proof for a network of another family: changes rows and bytes one at a time, tries other bytes for the same terms, and signs
 * honest ones.
 */
export async function proveFamily(
  postgres: ProofPostgres,
  lane: FamilyLane,
  wanted: number,
  progress: Progress,
): Promise<FamilyResult> {
  const database = await postgres.createDatabase()
  const stage = await setVaultStage(database.url, 0, lane)
  const directory = join(postgres.directory, `vault-${lane.network}`)
  const vault = await startVault(directory, database.url('afara_signer'), {}, lane.line)
  try {
    const opened = await stage.open(TOGETHER)
    const tally = newTally()
    for (let round = 0; tally.changes < wanted; round += 1) {
      progress.show(`${lane.network}: ${tally.changes} of ${wanted} changes`)
      if (round % 3 === 0) await changeRows(stage, vault, lane, opened, tally, round)
      // A change of only the fee is signed. The first two transfers must stay unsigned, so they are left out.
      else await changeBytes(vault, lane, opened.slice(2), tally)
    }
    const attacks = await tryOtherBytes(vault, lane, opened)
    const honest = await signHonestly(vault, lane, opened)
    return { tally, attacks: [...attacks, ...honest.attacks], asked: opened.length, signed: honest.signed }
  } finally {
    await vault.child.kill()
    await stage.close()
    await database.drop()
  }
}

async function changeRows(
  { superuser }: VaultStage,
  vault: Vault,
  lane: FamilyLane,
  opened: readonly Opened[],
  tally: Tally,
  round: number,
): Promise<void> {
  const changes = [
    ...meaningfulChanges.delivery.filter(({ column }) => !ADDRESSES.has(column)),
    ...toAnother(lane),
  ]
  for (const [place, one] of opened.entries()) {
    const change = changes[(round * opened.length + place) % changes.length] as RowChange
    const { now, undo } = await applyChange(superuser, change, one)
    const terms = change.fitted === undefined ? [one] : [one, change.fitted(one, now)]
    const asked = await Promise.all(terms.map(async (term) => payment(one, await lane.pay(term))))
    const answers = await vault.sign(asked)
    tally.changes += 1
    for (const { code = 'signed' } of answers) note(tally, code)
    if (answers.every(({ outcome }) => outcome === 'refused')) tally.refused += 1
    else tally.wrong.push(`${lane.network} ${change.name}`)
    await undo()
  }
}

/** Returns changes that write another wallet into the right or the buy. */
function toAnother(lane: FamilyLane): readonly RowChange[] {
  return meaningfulChanges.delivery
    .filter(({ column }) => ADDRESSES.has(column))
    .map((change) => ({ ...change, to: `'${lane.drawWallet()}'` }))
}

async function changeBytes(
  vault: Vault,
  lane: FamilyLane,
  opened: readonly Opened[],
  tally: Tally,
): Promise<void> {
  const honest = await Promise.all(opened.map(async (one) => lane.pay(one)))
  const changed = honest.map(changeByte)
  // Sent as a bump of the same lock, so that each is judged by itself and not answered with earlier bytes.
  const answers = await vault.sign(
    opened.map((one, place) => ({ ...payment(one, changed[place] ?? '0x'), kind: 'bump' })),
  )
  for (const [place, answer] of answers.entries()) {
    tally.changes += 1
    note(tally, answer.code ?? 'signed')
    const due = lane.meaningOf(honest[place] ?? '')
    if (answer.outcome === 'refused') tally.refused += 1
    else if (answer.outcome === 'signed' && lane.meaningOf(answer.raw ?? '') === due) tally.feesOnly += 1
    else tally.wrong.push(`${lane.network} ${changed[place]}: ${answer.code ?? answer.outcome}`)
  }
}

/** Changes one byte. Sometimes adds or removes a byte instead. */
function changeByte(honest: string): string {
  const bytes = [...fromHex(honest)]
  const place = randomInt(bytes.length)
  const kind = randomInt(20)
  if (kind === 0) bytes.splice(place, 1)
  else if (kind === 1) bytes.splice(place, 0, randomInt(256))
  else bytes[place] = (bytes[place] ?? 0) ^ randomInt(1, 256)
  return toHex(Uint8Array.from(bytes))
}

async function tryOtherBytes(vault: Vault, lane: FamilyLane, opened: readonly Opened[]): Promise<Attack[]> {
  const [first] = opened
  if (first === undefined) throw new Error('no transfer was opened')
  const attacks: Attack[] = []
  for (const { what, unsigned } of await lane.wrong(first)) {
    for (const kind of ['pay', 'bump', 'cancel']) {
      const said = await ask(vault, { transfer_id: first.transferId, kind, unsigned })
      attacks.push({ name: `${lane.network}, ${kind}: ${what}`, caught: said !== 'signed', said })
    }
  }
  return attacks
}

/** Signs all transfers. Bumps one of them, and cancels one, which then cannot be paid. */
async function signHonestly(
  vault: Vault,
  lane: FamilyLane,
  opened: readonly Opened[],
): Promise<{ signed: number; attacks: Attack[] }> {
  const [again, givenUp, ...others] = opened
  if (again === undefined || givenUp === undefined) throw new Error('no transfer was opened')
  const due = [again, ...others]
  const bytes = await Promise.all(due.map(async (one) => lane.pay(one)))
  const answers = await vault.sign(due.map((one, place) => payment(one, bytes[place] ?? '0x')))
  const isHonest = (raw: string | undefined, asked: string | undefined): boolean =>
    lane.meaningOf(raw ?? '') === lane.meaningOf(asked ?? '') && raw !== undefined
  let signed = answers.filter(({ raw }, place) => isHonest(raw, bytes[place])).length
  const dearer = await lane.bump(again, answers[0]?.raw ?? '0x')
  const cancel = {
    transfer_id: givenUp.transferId,
    kind: 'cancel',
    unsigned: await lane.cancel(givenUp.lock),
  }
  const [bumped] = await vault.sign([{ ...payment(again, dearer), kind: 'bump' }])
  const cancelled = await ask(vault, cancel)
  if (cancelled === 'signed') signed += 1
  const late = await ask(vault, payment(givenUp, await lane.pay(givenUp)))
  const stolen = await ask(vault, { ...payment(givenUp, dearer), kind: 'bump' })
  return {
    signed,
    attacks: [
      {
        name: `${lane.network}: a bump of the same payment`,
        caught: isHonest(bumped?.raw, bytes[0]) && bumped?.hash !== answers[0]?.hash,
        said: bumped?.code ?? bumped?.outcome ?? 'nothing',
      },
      { name: `${lane.network}: a payment after a cancel`, caught: late === 'lock_cancelled', said: late },
      { name: `${lane.network}: bytes of another lock`, caught: stolen !== 'signed', said: stolen },
    ],
  }
}

function payment(opened: Opened, unsigned: string): Asked {
  return { transfer_id: opened.transferId, kind: 'pay', unsigned }
}

function note({ codes }: Tally, code: string): void {
  codes.set(code, (codes.get(code) ?? 0) + 1)
}
