import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { type ProofPostgres, startProofPostgres } from '../proof-postgres.ts'
import { applyChange } from './change-rows.ts'
import { countChanges, isHonest, type Tally } from './count-changes.ts'
import { tryCaps, tryJournalFile, tryRestored, trySecondMeaning } from './journal-attacks.ts'
import { type FamilyResult, proveFamily } from './prove-family.ts'
import { type Attack, tryInsertions, tryRightWithoutMoney } from './row-attacks.ts'
import { idleChanges } from './row-changes.ts'
import { solanaLane } from './solana-lane.ts'
import { stellarLane } from './stellar-lane.ts'
import { askToPay } from './transfer-bytes.ts'
import { startVault, type Vault } from './vault-process.ts'
import { type Opened, setVaultStage, type VaultStage } from './vault-stage.ts'

/** If fewer refusal codes occur, the changes reached too few of the signer's checks. */
const FEWEST_CODES = 10
const BATCHES = 4

export const signerProof: Proof = {
  name: 'signer',
  sentence:
    'The signer signs only transfers that are paid for: it refuses every change of a field or byte that affects the money, and every known way around it.',
  sizes: { changes: { full: 10_000, short: 600 }, family_changes: { full: 3_000, short: 300 } },
  async run(input) {
    const postgres = await startProofPostgres()
    try {
      const families = []
      for (const lane of [solanaLane, stellarLane])
        families.push(await proveFamily(postgres, lane, input.size('family_changes'), input.progress))
      return await prove(postgres, input, families)
    } finally {
      await postgres.stop()
    }
  },
}

async function prove(
  postgres: ProofPostgres,
  { size, progress }: ProofInput,
  families: readonly FamilyResult[],
): Promise<Outcome> {
  const database = await postgres.createDatabase()
  const stage = await setVaultStage(database.url)
  const directory = join(postgres.directory, 'vault')
  const start = async (): Promise<Vault> => startVault(directory, database.url('afara_signer'))
  let vault = await start()
  const restart = async (): Promise<Vault> => {
    await vault.child.kill()
    return start()
  }
  try {
    const names = Array.from({ length: 50 }, () => newId())
    const opened = await stage.open(50, (place) => names[place] ?? '')
    const taken = await stage.openWithdrawals(20)
    const all = [...opened, ...taken]
    const tally = await countChanges(stage, vault, all, size('changes'), progress)
    const [first] = opened
    if (first === undefined) throw new Error('no transfer was opened')
    progress.show('trying every way around the signer')
    const attacks = await tryInsertions(stage, vault, first)
    attacks.push(await tryRightWithoutMoney(stage, vault))
    // Only one signer at a time may sign on a database.
    await vault.child.kill()
    attacks.push(...(await tryCaps(join(directory, 'caps'), database.url('afara_signer'), opened)))
    vault = await start()
    progress.show('signing honest transfers')
    const honest = await signHonestly(stage, vault, all)
    const meanings = await trySecondMeaning(stage, vault, restart)
    vault = meanings.vault
    const file = await tryJournalFile(vault, restart, start, first)
    vault = file.vault
    await vault.child.kill()
    attacks.push(
      ...meanings.attacks,
      ...file.attacks,
      ...(await tryRestored(postgres, directory, names, 1_000)),
    )
    return judge(tally, attacks, honest, families, {
      changes: size('changes'),
      ofFamily: size('family_changes'),
    })
  } finally {
    await vault.child.kill()
    await stage.close()
  }
}

type Honest = Readonly<{ asked: number; signed: number; perSecond: number; cpuMs: string }>

/** Signs the unchanged transfers and those with a change that does not affect the money, and measures the speed. */
async function signHonestly(stage: VaultStage, vault: Vault, opened: readonly Opened[]): Promise<Honest> {
  for (const [place, change] of idleChanges.entries()) {
    const one = opened[place]
    if (one !== undefined) await applyChange(stage.superuser, change, one)
  }
  const batches = [opened]
  for (let made = 1; made < BATCHES; made += 1) batches.push(await stage.open(50))
  let signed = 0
  const startMs = performance.now()
  const startTicks = ticksOf(vault.child.processId)
  for (const batch of batches) {
    const asked = batch.map((one) => askToPay(one))
    const answers = await vault.sign(asked)
    signed += asked.filter((one, place) => isHonest(answers[place], one)).length
  }
  const asked = batches.flat().length
  const perSecond = Math.round((asked * 1000) / (performance.now() - startMs))
  return {
    asked,
    signed,
    perSecond,
    cpuMs: (((ticksOf(vault.child.processId) - startTicks) * 10) / asked).toFixed(2),
  }
}

/** Returns the CPU time of a process in hundredths of a second. */
function ticksOf(processId: number): number {
  const [, rest = ''] = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  return Number(fields[11]) + Number(fields[12])
}

type Wanted = Readonly<{ changes: number; ofFamily: number }>

function judge(
  tally: Tally,
  attacks: readonly Attack[],
  honest: Honest,
  families: readonly FamilyResult[],
  wanted: Wanted,
): Outcome {
  const all = [...attacks, ...families.flatMap((family) => family.attacks)]
  const missed = all.filter(({ caught }) => !caught)
  const wrong = [tally, ...families.map((family) => family.tally)].flatMap((one) => one.wrong)
  const sum = (of: (family: FamilyResult) => number): number =>
    families.reduce((total, family) => total + of(family), 0)
  const [asked, signed] = [honest.asked + sum((one) => one.asked), honest.signed + sum((one) => one.signed)]
  const isThin =
    tally.changes < wanted.changes ||
    tally.refused < wanted.changes / 2 ||
    families.some((one) => one.tally.changes < wanted.ofFamily || one.tally.refused < wanted.ofFamily / 2)
  return {
    figures: {
      changes: tally.changes,
      refused: tally.refused,
      fees_only: tally.feesOnly,
      family_changes: sum((one) => one.tally.changes),
      family_refused: sum((one) => one.tally.refused),
      family_fees_only: sum((one) => one.tally.feesOnly),
      signed_wrong: wrong.length,
      codes: tally.codes.size,
      ways_around: all.length,
      closed: all.length - missed.length,
      honest_asked: asked,
      honest_signed: signed,
      signatures_per_s: honest.perSecond,
      signer_cpu_ms_each: honest.cpuMs,
    },
    shortfalls: [
      ...wrong.slice(0, 20).map((words) => `signed although something was changed: ${words}`),
      ...missed.map(({ name, said }) => `${name}: the signer answered ${said}`),
      ...(signed < asked ? [`${asked - signed} honest transfers were not signed`] : []),
      ...(isThin ? ['too few changes were made or refused for a conclusion'] : []),
      ...(tally.codes.size < FEWEST_CODES
        ? [`only ${tally.codes.size} different codes of refusal occurred`]
        : []),
    ],
  }
}
