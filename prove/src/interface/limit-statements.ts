import { setTimeout as sleep } from 'node:timers/promises'
import { startAnotherApi } from './another-api.ts'
import type { Answer, Caller } from './caller.ts'
import { expectEqual, expectMatch, expectStatus, expectTrue } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { slowBlock, slowLimit } from './special-keys.ts'
import { type Statement, statement } from './statement.ts'

const path = '/transactions/v1/vendors'
const WINDOW_MS = 10_000

export const limitStatements: readonly Statement[] = [
  statement(
    'an answer says how many requests the key has in a window and how many are left',
    async ({ get, keys }) => {
      const answer = await get(path, keys.withDefaultScopes)
      expectMatch('ratelimit-policy', answer.headers['ratelimit-policy'], /^"key";q=100000;w=10$/, answer)
      expectMatch('ratelimit', answer.headers['ratelimit'], /^"key";r=[0-9]+;t=(10|[1-9])$/, answer)
    },
  ),

  statement(
    'a key over its rate limit is 429 with Retry-After, and works again after that time',
    async ({ api, keys }) => {
      const answers = await inOneWindow(async () => askUntilRefused([api], keys.slow))
      const refused = answers.at(-1)
      expectTrue('a request was refused', refused?.status === 429, refused)
      expectRefusal(refused, 429, 'rate_limited')
      expectMatch('ratelimit', refused.headers['ratelimit'], /^"key";r=0;t=/, refused)
      const seconds = Number(refused.headers['retry-after'])
      expectTrue('retry-after is within the window', seconds >= 1 && seconds <= WINDOW_MS / 1000, refused)
      const allowed = answers.length - 1
      expectTrue(
        `${slowLimit} requests were allowed, exact to one block (${allowed})`,
        allowed >= slowLimit && allowed <= slowLimit + slowBlock,
      )
      await sleep(seconds * 1000 + 200)
      expectStatus(await api.ask(path, { headers: { 'svc-sec-key': keys.slow } }), 200)
    },
  ),

  statement(
    'both hosts and all api processes share the rate limit of a key',
    async ({ api, otc, stack, keys }) => {
      const other = await startAnotherApi(stack)
      try {
        const hosts = [api, other, otc]
        // Few enough that no process delays its refusals, which it does after 50.
        const answers = await inOneWindow(async () => askUntilRefused(hosts, keys.slowShared, 4 * slowLimit))
        const allowed = answers.filter(({ status }) => status !== 429).length
        expectTrue(
          `${slowLimit} requests were allowed in all, exact to one block for each process (${allowed})`,
          allowed >= slowLimit && allowed <= slowLimit + 2 * slowBlock,
        )
      } finally {
        await other.stop()
      }
    },
  ),

  statement(
    'the rate limit is checked before the body: a request over the limit is 429 whatever its body',
    async ({ api, keys }) => {
      const answer = await inOneWindow(async () => {
        await askUntilRefused([api], keys.slow)
        return api.ask('/transactions/v1/onramp', {
          method: 'POST',
          body: '{',
          headers: { 'svc-sec-key': keys.slow, 'content-type': 'application/json' },
        })
      })
      expectRefusal(answer, 429, 'rate_limited')
    },
  ),

  statement(
    'an address that tries wrong keys is limited: it gets 429, and no other address does',
    async (world) => {
      const { api, keys, get } = world
      const headers = { 'svc-sec-key': keys.neverIssued }
      const answers: Answer[] = []
      const refusedOnes = () => answers.filter(({ status }) => status === 429)
      // Several at once, because a busy machine answers too few of them one after another within the time that counts.
      for (let time = 0; time < 20 && refusedOnes().length === 0; time += 1) {
        const tries = Array.from({ length: 10 }, async () => api.ask(path, { headers, from: '127.0.66.6' }))
        answers.push(...(await Promise.all(tries)))
      }
      const [refused] = refusedOnes()
      expectTrue('a request was refused', refused !== undefined, answers.at(-1))
      expectRefusal(refused, 429, 'rate_limited')
      expectTrue('retry-after is given', Number(refused.headers['retry-after']) >= 1, refused)
      expectEqual('all answers', new Set(answers.map(({ status }) => status)), new Set([401, 429]))
      expectStatus(await get(path), 200)
      expectRefusal(await api.ask(path, { headers, from: '127.0.66.7' }), 401, 'key_unknown')
    },
  ),

  statement(
    'a valid key that was used recently works even from a limited address',
    async ({ api, get, parties }) => {
      const key = parties.obi.keys.test
      expectStatus(await get(path, key), 200)
      expectStatus(await api.ask(path, { headers: { 'svc-sec-key': key }, from: '127.0.66.6' }), 200)
    },
  ),
]

const WINDOWS_AT_MOST = 10
// A window that began a moment ago is good enough, if no other statement needs the whole limit of the same key.
const BEGUN_MS = 200
const BEGUN_AT_MOST_MS = 5_000
const windowNow = (): number => Math.floor(Date.now() / WINDOW_MS)

/**
 * Returns what `ask` found in a single window. Windows begin at every tenth second of the clock, and all processes notice shortly afterwards.
 * If a busy machine needs longer than a window, this says nothing about the limit, and the next window is used.
 */
async function inOneWindow<T>(ask: () => Promise<T>): Promise<T> {
  for (let time = 0; time < WINDOWS_AT_MOST; time += 1) {
    const begunMs = Date.now() % WINDOW_MS
    // A second try needs a new window, because the first one may have used up some of this one.
    const isFresh = time === 0 && begunMs <= BEGUN_AT_MOST_MS
    if (!isFresh) await sleep(WINDOW_MS - begunMs + BEGUN_MS)
    else if (begunMs < BEGUN_MS) await sleep(BEGUN_MS - begunMs)
    const began = windowNow()
    const found = await ask()
    if (windowNow() === began) return found
  }
  throw new Error(`the requests took longer than a window, ${WINDOWS_AT_MOST} times`)
}

/** Sends requests to the hosts in turn until the first 429. If `most` is given, sends exactly that many. */
async function askUntilRefused(hosts: readonly Caller[], key: string, most?: number): Promise<Answer[]> {
  const answers: Answer[] = []
  while (answers.length < (most ?? 5 * slowLimit)) {
    const host = hosts[answers.length % hosts.length]
    const answer = await host?.ask(host === hosts[2] ? '/otc/buy' : path, { headers: { 'svc-sec-key': key } })
    if (answer === undefined) break
    answers.push(answer)
    if (answer.status === 429 && most === undefined) break
  }
  return answers
}
