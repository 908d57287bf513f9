import { type BankAnswer, createAskBank } from '../../../shared/banks/ask-bank.ts'
import { fieldsOf, textOf } from '../../../shared/banks/exact-json.ts'
import { BankUnavailable } from '../bank-rail.ts'

type Bearer = Readonly<{ token: string; until: number }>

export type MonnifyClient = Readonly<{
  /** Sends a request that moves no money. If the bearer has expired, replaces it and repeats the request once. */
  get(path: string, signal: AbortSignal): Promise<BankAnswer>
  /** Ensures that the bearer token stays valid for a while, so that the payment can then be ordered with a single request. */
  login(signal: AbortSignal): Promise<void>
  /** Sends exactly one request, with the current bearer. */
  postOnce(path: string, body: string, signal: AbortSignal): Promise<BankAnswer>
}>

export type MonnifySettings = Readonly<{
  baseUrl: string
  apiKey: string
  secretKey: string
  /** Notifications may still be signed with the previous key. */
  previousSecretKey: string | null
  /** The wallet from which we pay. */
  sourceAccountNumber: string
  /** How long one request may take. */
  deadlineMs?: number
}>

const DEADLINE_MS = 15_000
const EXPIRY_MARGIN_MS = 120_000
const LONGEST_LOGIN_SECONDS = 3_600

export function createMonnifyClient(settings: MonnifySettings): MonnifyClient {
  const { baseUrl, apiKey, secretKey, deadlineMs = DEADLINE_MS } = settings
  const ask = createAskBank(baseUrl, deadlineMs)
  const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64')
  let bearer: Promise<Bearer> | undefined

  const fresh = async (): Promise<Bearer> => {
    // The signal of this caller is not used, because other callers may wait for the same login.
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const headers = { authorization: `Basic ${basic}` }
    const { status, body } = await ask({ path: '/api/v1/auth/login', headers, signal, method: 'POST' })
    const { accessToken, expiresIn } = fieldsOf(fieldsOf(body)['responseBody'])
    if (status !== 200 || typeof accessToken !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(accessToken))
      throw new BankUnavailable(`the login failed: the vendor answered ${status}`)
    const seconds = Math.min(Number(textOf(expiresIn) ?? 0), LONGEST_LOGIN_SECONDS)
    return { token: accessToken, until: Date.now() + seconds * 1000 - EXPIRY_MARGIN_MS }
  }
  const current = async (refused?: string): Promise<string> => {
    const known = await bearer?.catch(() => undefined)
    if (known !== undefined && known.token !== refused && known.until > Date.now()) return known.token
    bearer = fresh()
    return (await bearer).token
  }

  return {
    get: async (path, signal) => {
      const token = await current()
      const askWith = async (one: string) =>
        ask({ path, headers: { authorization: `Bearer ${one}` }, signal })
      const answer = await askWith(token)
      return answer.status === 401 ? askWith(await current(token)) : answer
    },
    login: async () => {
      await current()
    },
    postOnce: async (path, body, signal) => {
      const token = (await bearer)?.token ?? ''
      return ask({ path, headers: { authorization: `Bearer ${token}` }, signal, body })
    },
  }
}
