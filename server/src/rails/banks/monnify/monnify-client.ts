import { systemClock } from '../../../kernel/clock/clock.ts'
import { FeedUnavailable } from '../../../movements/feeds/bank-feed.ts'
import type { VendorAnswer } from '../../ask-vendor.ts'
import { OddAnswer, readNumberOrText, readObject, readText } from '../../vendor-json.ts'
import {
  type CallSettings,
  createBankCaller,
  createRotatingSecret,
  isKeyRefused,
  type Secrets,
} from '../bank-caller.ts'
import type { ListPace } from '../list/list-cursor.ts'
import { requireReadable } from '../odd-answers.ts'

export type MonnifySettings = CallSettings &
  Readonly<{
    apiKey: string
    /** The same secret is used to log in and to sign notifications. */
    secrets: Secrets
    /** Maps an account number to the reference under which the account was reserved. The default reference is `afara-<number>`. */
    accountReferences?: Readonly<Record<string, string>> | undefined
    /** Our account on which payments to numbers for one payment arrive. */
    pool?: string | undefined
    pace?: Partial<ListPace> | undefined
  }>

export type MonnifyClient = Readonly<{
  /** Sends a GET, a POST if there is a body, or a DELETE, with a bearer token. The response may be a refusal in JSON. */
  ask(
    path: string,
    options: Readonly<{ signal: AbortSignal; mostBytes?: number; body?: string; method?: 'DELETE' }>,
  ): Promise<VendorAnswer>
}>

type Bearer = Readonly<{ token: string; until: number }>

const MAX_BEARER_SECONDS = 3600
// A token this close to its expiry is not used, because it could expire during a request.
const BEARER_EXPIRY_MARGIN_MS = 30_000

/** Logs in if there is no bearer token or it expired. Logs in once more if the vendor refuses a token that has not expired. */
export function createMonnifyClient(settings: MonnifySettings): MonnifyClient {
  const caller = createBankCaller(settings)
  const secret = createRotatingSecret(settings.secrets)
  const now = () => (settings.clock ?? systemClock).now().getTime()
  let bearer: Promise<Bearer> | undefined

  const login = async (): Promise<Bearer> => {
    // The login ignores the caller's signal, because other callers wait for the same login.
    const answer = await secret.ask(async (key) => {
      const basic = Buffer.from(`${settings.apiKey}:${key}`).toString('base64')
      return caller.ask({
        path: '/api/v1/auth/login',
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
      })
    })
    return requireReadable(() => readBearer(answer, now()), 'login failed: ')
  }

  const currentBearer = async (refused?: string): Promise<string> => {
    const known = await bearer?.catch(() => undefined)
    if (known !== undefined && known.token !== refused && known.until > now()) return known.token
    // Other callers wait for the same login.
    const fresh = login()
    bearer = fresh
    return (await fresh).token
  }

  return {
    ask: async (path, { signal, mostBytes, body, method }) => {
      const ask = async (token: string) =>
        caller.ask({
          path,
          signal,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(mostBytes === undefined ? {} : { mostBytes }),
          ...(body === undefined ? {} : { method: 'POST' as const, body }),
          ...(method && { method }),
        })
      const token = await currentBearer()
      const answer = await ask(token)
      if (!isKeyRefused(answer)) return answer
      const again = await ask(await currentBearer(token))
      if (isKeyRefused(again))
        throw new FeedUnavailable('the vendor rejects the token that it has just issued')
      return again
    },
  }
}

function readBearer({ status, body }: VendorAnswer, now: number): Bearer {
  if (status !== 200) throw new FeedUnavailable(`login failed: the vendor answered ${status}`)
  const content = readObject(readObject(body, 'the response')['responseBody'], 'responseBody')
  const token = readText(content['accessToken'], 'accessToken')
  if (!/^[\x21-\x7e]{1,8192}$/.test(token)) throw new OddAnswer('accessToken is not a bearer token')
  const seconds = readNumberOrText(content['expiresIn'], 'expiresIn')
  if (!/^[0-9]{1,9}$/.test(seconds))
    throw new OddAnswer(`expiresIn is not a number of seconds: ${seconds.slice(0, 40)}`)
  return {
    token,
    until: now + Math.min(Number(seconds), MAX_BEARER_SECONDS) * 1000 - BEARER_EXPIRY_MARGIN_MS,
  }
}
