import { newId } from '@afara/server/kernel/ids/ids.ts'
import { changeOperators } from '@afara/stack/authenticator/operators-file.ts'
import { decisionText, forgedDecision } from '../../../server/test/forged-decisions.ts'
import { askToPay } from '../signer/transfer-bytes.ts'
import type { Vault } from '../signer/vault-process.ts'
import type { Opened, VaultStage } from '../signer/vault-stage.ts'
import type { Leaver } from './leaver.ts'

export type VaultPerson = Readonly<{ id: string; name: string }>

const OPENED_AT_ONCE = 35

/**
 * Returns operators who present releases to the signer that they and a colleague signed, until the operators file no longer names them, or
 * the database calls them suspended.
 */
export async function createVaultLeavers(
  stage: VaultStage,
  vault: Vault,
  stayers: readonly [VaultPerson, VaultPerson, ...VaultPerson[]],
  leaving: readonly VaultPerson[],
): Promise<Leaver[]> {
  const transfers: Opened[] = []
  for (let batch = 0; batch < 2; batch += 1) transfers.push(...(await stage.open(OPENED_AT_ONCE)))
  let writing: Promise<unknown> = Promise.resolve()
  /** Takes a transfer that nobody asked for yet. One at a time, because the superuser has one connection. */
  const take = async (people: readonly VaultPerson[]): Promise<Opened> => {
    const next = transfers.shift()
    if (next === undefined) throw new Error('too few transfers were opened for the leavers')
    const written = writing.then(async () => decide(stage, next, people))
    writing = written
    await written
    return next
  }
  let present = [...stayers, ...leaving]
  return leaving.map((person, place) => {
    const isSuspended = place % 2 === 1
    let current: Opened | undefined
    return {
      name: person.name,
      way: isSuspended ? 'suspended while the operators file names them' : 'removed from the operators file',
      tries: [
        async () => {
          current ??= await take([person, stayers[0]])
          const [answer] = await vault.sign([askToPay(current)])
          const isAllowed = answer?.outcome === 'signed'
          if (isAllowed) current = undefined
          return { isAllowed, said: answer?.code ?? answer?.outcome ?? 'nothing' }
        },
      ],
      leave: async () => {
        if (isSuspended) {
          await stage.pools.owner.query(
            `insert into operator (id, email, name, status) values ($1::uuid, $1::text || '@afara.test', $2, 'suspended')
             on conflict (id) do update set status = 'suspended'`,
            [person.id, person.name],
          )
          return
        }
        present = present.filter((one) => one !== person)
        changeOperators(vault.operatorsFile, present, [stayers[0].id, stayers[1].id])
      },
    }
  })
}

/** Holds a transfer and writes a release that these two people really signed. */
async function decide(
  { superuser }: VaultStage,
  { transactionId, address }: Opened,
  people: readonly VaultPerson[],
): Promise<void> {
  const { rows } = await superuser.query<{ amount: string; network: string }>(
    `select amount_minor::text as amount, b.network from transaction t join buy b on b.transaction_id = t.id where t.id = $1`,
    [transactionId],
  )
  const caseId = newId()
  const resolution = { action: 'release', amount_minor: rows[0]?.amount, network: rows[0]?.network, address }
  const { action, ...says } = resolution
  const text = decisionText(caseId, action, {
    transaction: transactionId,
    ...Object.fromEntries(Object.entries(says).map(([key, value]) => [`decision.${key}`, value])),
  })
  const [proposer, approver] = people.map(({ id }) => id)
  await superuser.query(
    `update transaction_event set event = 'released' where transaction_id = '${transactionId}' and event = 'checks_passed'`,
  )
  // The signer verifies all decisions in force, also that their rows say what was signed.
  await superuser.query(
    `insert into afara.case_file (id, mode, kind, state, transaction_id, summary, facts, opened_at, due_at, ended, proposed_by, approved_by,
         resolution, resolved_at)
       values ('${caseId}', 'test', 'request', 'resolved', '${transactionId}', 'x', '{}', now(), now(), 'approved', '${proposer}', '${approver}',
         '${JSON.stringify(resolution)}', now());
     insert into afara.case_step (case_id, sequence, operator_id, action, resolution, reason, at)
       values ('${caseId}', 3, '${approver}', 'approved', '${JSON.stringify(resolution)}', 'x', now());
     ${forgedDecision(
       { caseId, action, text, transactionId },
       people.map(({ id }) => ({ by: id })),
     )}`,
  )
}
