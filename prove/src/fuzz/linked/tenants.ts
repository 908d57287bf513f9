import { type Draft, withDraftHeader, withField } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import type { LinkedKind, Stage } from '../stage.ts'
import type { Party } from '../world.ts'
import { accept, acceptAgain, ask, BUY, draftNamed } from './steps.ts'

/** Names of one business never affect another business. */
export const tenantKinds: readonly LinkedKind[] = [
  {
    className: 'linked',
    name: "another business's reference and key",
    play: async (stage) => {
      const [ours, theirs] = twoTenants(stage)
      const reference = `${stage.label}-shared`
      const mine = withKey(stage, draftNamed(stage, BUY, ours, reference))
      const first = await accept(stage, mine)
      const others = withKey(stage, draftNamed(stage, BUY, theirs, reference))
      const second = await accept(stage, others)
      if (second.id === first.id) stage.fault(`two businesses got the same transaction ${first.id}`)
      await acceptAgain(stage, mine, first)
      await acceptAgain(stage, others, second)
      // Uses their key with our names, and our key with their names.
      const borrowed = { statuses: [403], code: 'business_mismatch' }
      await ask(stage, withDraftHeader(mine, 'svc-sec-key', theirs.key), borrowed)
      await ask(stage, withField(mine, 'business_id', JSON.stringify(theirs.businessId)), borrowed)
      await ask(stage, withField(mine, 'link_tag', JSON.stringify(theirs.linkTag)), borrowed)
    },
  },
  {
    className: 'linked',
    name: "another business's drill",
    play: async (stage) => {
      const [ours, theirs] = twoTenants(stage)
      const start = draftValid(stage.operation('POST /drills/v1'), { ...stage, party: ours })
      const { id } = await accept(stage, withDraftHeader(start, 'idempotency-key', undefined))
      const read = draftValid(stage.operation('GET /drills/v1/{id}'), { ...stage, party: ours })
      const mine = { ...read, target: `/drills/v1/${id}` }
      await ask(stage, mine, { statuses: [200] })
      const unknown = { statuses: [404], code: 'transaction_unknown' }
      const hidden = await ask(stage, withDraftHeader(mine, 'svc-sec-key', theirs.key), unknown)
      const absent = await ask(stage, { ...mine, target: `/drills/v1/${absentId(id)}` }, unknown)
      if (said(hidden.body, id) !== said(absent.body, absentId(id)))
        stage.fault('the answer for another business’s id differs from that for an unknown id')
    },
  },
  {
    className: 'linked',
    name: "another business's buy",
    play: async (stage) => {
      const [ours, theirs] = twoTenants(stage)
      const { id } = await accept(stage, draftNamed(stage, BUY, ours, `${stage.label}-seen`))
      for (const path of ['/transactions/v1/{id}', '/transactions/v1/{id}/timeline']) {
        const read = draftValid(stage.operation(`GET ${path}`), { ...stage, party: ours })
        const at = (place: string) => ({ ...read, target: path.replace('{id}', place) })
        const shown = await ask(stage, at(id), { statuses: [200] })
        if (!shown.body.toString('utf8').includes(id)) stage.fault(`${path} does not return ${id}`)
        const unknown = { statuses: [404], code: 'transaction_unknown' }
        const hidden = await ask(stage, withDraftHeader(at(id), 'svc-sec-key', theirs.key), unknown)
        const absent = await ask(stage, at(absentId(id)), unknown)
        if (said(hidden.body, id) !== said(absent.body, absentId(id)))
          stage.fault('the answer for another business’s id differs from that for an unknown id')
      }
    },
  },
]

/** Returns the body without its request id and the id that was asked for. Nothing else may differ. */
function said(body: Buffer, id: string): string {
  return body
    .toString('utf8')
    .replace(/"request_id":"[^"]*"/, '')
    .replace(id, 'the id')
}

function absentId(id: string): string {
  return `${id.slice(0, -4)}0000`
}

function twoTenants({ world }: Stage): readonly [Party, Party] {
  const [ours, theirs] = world.parties.filter(({ mode }) => mode === 'test')
  if (ours === undefined || theirs === undefined)
    throw new Error('the proof needs two businesses in test mode')
  return [ours, theirs]
}

function withKey(stage: Stage, draft: Draft): Draft {
  return withDraftHeader(draft, 'idempotency-key', `${stage.label}-shared-key`)
}
