import { newId } from '@afara/server/kernel/ids/ids.ts'
import { changeOperators } from '@afara/stack/authenticator/operators-file.ts'
import { decisionText, forgedDecision } from '../../../server/test/forged-decisions.ts'
import { askToPay } from '../signer/transfer-bytes.ts'
import type { Vault } from '../signer/vault-process.ts'
import type { Opened, VaultStage } from '../signer/vault-stage.ts'
import type { Leaver } from './leaver.ts'

export type VaultPerson = Readonly<{ id: string; name: string }>

const OPENED_AT_ONCE = 35

/** Returns operators who present releases to the signer that they and a colleague signed, until the operators file no longer names them. */
export async function createVaultLeavers(
  stage: VaultStage,
  vault: Vault,
  stayers: readonly [VaultPerson, VaultPerson],
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
  return leaving.map((person) => {
    let current: Opened | undefined
    return {
      name: person.name,
      way: 'removed from the operators file',
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
  const text = decisionText(caseId, 'release', {
    transaction: transactionId,
    'decision.amount_minor': rows[0]?.amount,
    'decision.network': rows[0]?.network,
    'decision.address': address,
  })
  await superuser.query(
    `update transaction_event set event = 'released' where transaction_id = '${transactionId}' and event = 'checks_passed'`,
  )
  await superuser.query(
    forgedDecision(
      { caseId, action: 'release', text, transactionId },
      people.map(({ id }) => ({ by: id })),
    ),
  )
}
