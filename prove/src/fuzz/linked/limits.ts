import { setTimeout as sleep } from 'node:timers/promises'
import { oneDraft } from '../exchange.ts'
import { withDraftHeader, withField, withoutFields } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import type { LinkedKind, Stage } from '../stage.ts'
import { accept, acceptAgain, ask, BUY, draftNamed, SELL, VENDORS } from './steps.ts'

const REVOKED_WITHIN_MS = 5_000
const LOOK_EVERY_MS = 250
const LOOKS_AT_MOST = 60
// The service answers fifty guesses in ten seconds, and a window may end during the guesses.
const GUESSES = 110
// One after another, the guesses outlast two windows on a busy machine, and all of them are answered.
const GUESSES_AT_ONCE = 10

export const limitKinds: readonly LinkedKind[] = [
  {
    className: 'linked',
    name: 'a key that is revoked between requests',
    play: async (stage) => {
      const party = stage.random.pick(stage.world.parties.filter(({ mode }) => mode === 'test'))
      const { id, secret } = await stage.backstage.issueKey(party)
      const draft = withDraftHeader(
        draftNamed(stage, BUY, party, `${stage.label}-revoked`),
        'svc-sec-key',
        secret,
      )
      const first = await accept(stage, draft)
      await stage.backstage.revokeKey(id)
      const revokedAt = performance.now()
      const look = withDraftHeader(
        draftValid(stage.operation(VENDORS), { ...stage, party }),
        'svc-sec-key',
        secret,
      )
      for (let looks = 0; looks < LOOKS_AT_MOST; looks += 1) {
        const { status } = await ask(stage, look, { statuses: [200, 401] })
        if (status === 401) break
        // Twice the time is allowed, because a busy machine may answer a request late that was sent in time.
        if (performance.now() - revokedAt > REVOKED_WITHIN_MS * 2)
          stage.fault('a revoked key is still accepted')
        await sleep(LOOK_EVERY_MS)
      }
      const revoked = { statuses: [401], code: 'key_revoked' }
      await ask(stage, look, revoked)
      await ask(stage, draft, revoked)
      await ask(stage, withField(draft, 'reference', `"${stage.label}-after"`), revoked)
      // The business and its transaction still exist.
      await acceptAgain(stage, withDraftHeader(draft, 'svc-sec-key', party.key), first)
    },
  },
  {
    className: 'linked',
    name: 'a key that exceeds its rate limit',
    play: async (stage) => {
      const party = await stage.backstage.openBusiness({ label: stage.label, requestsPerWindow: 10 })
      const look = draftValid(stage.operation(VENDORS), { ...stage, party })
      const statuses: number[] = []
      const startedAt = performance.now()
      for (let calls = 0; calls < 40; calls += 1) {
        const reply = await ask(stage, look, { statuses: [200, 429] })
        statuses.push(reply.status)
        if (reply.status === 429 && !/^[0-9]+$/.test(reply.headers.get('retry-after') ?? '')) {
          stage.fault('429 has no Retry-After in seconds')
        }
      }
      const answered = statuses.filter((status) => status === 200).length
      // A window may end during the requests, and the limit is exact to one block of a tenth.
      const windows = 2 + Math.floor((performance.now() - startedAt) / 10_000)
      if (answered < 10 || answered > windows * 11)
        stage.fault(`${answered} of 40 requests were answered, although the limit is 10`)
    },
  },
  {
    className: 'linked',
    name: 'a caller who guesses keys',
    play: async (stage: Stage) => {
      const { random, world } = stage
      const address = `127.253.${random.between(1, 250)}.${random.between(1, 250)}`
      const look = draftValid(stage.operation(VENDORS), { ...stage, party: random.pick(world.parties) })
      // Uses the key before the guesses. A key that is new to the service during guesses must wait.
      await ask(stage, look, { statuses: [200] })
      const guess = withDraftHeader(look, 'svc-sec-key', world.poorKeys.unknown)
      const guessing = oneDraft(guess, { statuses: [401, 429] }, { isAlone: true, address })
      const statuses = new Set<number>()
      for (let guesses = 0; guesses < GUESSES && !statuses.has(429); guesses += GUESSES_AT_ONCE) {
        const replies = await Promise.all(Array.from({ length: GUESSES_AT_ONCE }, () => stage.send(guessing)))
        for (const [reply] of replies) statuses.add(reply?.status ?? 0)
      }
      if (!statuses.has(429)) stage.fault(`${GUESSES} guesses from one address were all answered`)
      // Clients with a good key are not affected.
      await stage.send(oneDraft(look, { statuses: [200] }, { isAlone: true, address }))
    },
  },
  {
    className: 'linked',
    name: 'more than the daily limit',
    play: async (stage) => {
      const party = await stage.backstage.openBusiness({
        label: stage.label,
        balanceMinor: 10_000_000n,
        terms: { dailyLimitMinor: 4_000_000n },
      })
      const draft = (operation: string, name: string, amount: string) =>
        withField(
          withoutFields(
            draftNamed(stage, operation, party, `${stage.label}-${name}`),
            'network',
            'wallet_address',
          ),
          'amount',
          amount,
        )
      const needs = async (name: string) => (await accept(stage, draft(BUY, name, '25000'))).fields.needs
      const [within, over] = [await needs('within'), await needs('over')]
      if (JSON.stringify(within) !== '[]')
        stage.fault(`a buy within the daily limit has the needs ${JSON.stringify(within)}`)
      if (!JSON.stringify(over).includes('daily_limit'))
        stage.fault(`a buy over the daily limit lacks the need daily_limit: ${JSON.stringify(over)}`)
      // Buys and sells share the limit, of which 15,000 remain.
      await accept(stage, draft(SELL, 'sell', '15000'))
      await ask(stage, draft(SELL, 'sell-over', '100'), {
        statuses: [422],
        code: 'daily_limit',
        field: 'amount',
      })
    },
  },
]
