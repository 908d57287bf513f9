import { readFileSync } from 'node:fs'
import { Afara, type RequestInput } from '@afara/sdk'
import type { KeyReply } from './api/wire.ts'
import { indentJson, parseExact } from './output/exact-json.ts'
import { type MomentStyle, printLocal, printMoment } from './output/moment.ts'
import { createPaint, type Paint } from './output/paint.ts'
import { findSettings, type Settings } from './settings/find-settings.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

const DEADLINE_MS = 20_000
const SILENT_MS = 1_000

export type GlobalFlags = Readonly<{ profile?: string; json?: boolean }>

export type Reply<Body> = Readonly<{ body: Body; text: string; headers: Headers }>

type Query = Readonly<Record<string, string | number | undefined>>
type PostOptions = Readonly<{ idempotencyKey?: string; signal?: AbortSignal }>
type GetOptions = Readonly<{ signal?: AbortSignal; timeoutMs?: number; base?: 'api' | 'otc' }>

/** One run of the command for one key: calls the API and prints the result. */
export type Session = Readonly<{
  world: World
  settings: Settings
  isJson: boolean
  paint: Paint
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what the path answers with
  get<Body>(path: string, query?: Query, options?: GetOptions): Promise<Reply<Body>>
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- likewise
  post<Body>(path: string, body: object, options?: PostOptions): Promise<Reply<Body>>
  /** Sends the text of a CSV file. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- likewise
  postCsv<Body>(path: string, csv: string, options?: PostOptions): Promise<Reply<Body>>
  /** Downloads a file. */
  download(path: string, query?: Query): Promise<Readonly<{ bytes: Uint8Array; headers: Headers }>>
  /** The business and link tag for requests. Requested from the API once if the profile does not have them. */
  owner(): Promise<Readonly<{ business_id: string; link_tag: string }>>
  /** Prints the unchanged reply with --json, and the lines otherwise. */
  show(reply: Pick<Reply<unknown>, 'text'>, lines: () => readonly string[]): void
  say(...lines: readonly string[]): void
  /** Formats a time, including how long ago it was. */
  moment(iso: string): string
  /** Formats a time without its age, for streams of lines. */
  time(iso: string): string
}>

/** Reads the private key with which requests are signed. The file is named in the environment and never copied into a profile. */
function readSigningKey({ env }: World): string | undefined {
  const path = env['AFARA_SIGNING_KEY_FILE']
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`AFARA_SIGNING_KEY_FILE cannot be read: ${(error as Error).message}`)
  }
}

export function openSession(world: World, flags: GlobalFlags): Session {
  const settings = findSettings(world, flags.profile)
  const { key, url: baseUrl, otcUrl: otcBaseUrl } = settings
  const signingKey = readSigningKey(world)
  const afara = new Afara({
    key,
    baseUrl,
    otcBaseUrl,
    ...(signingKey !== undefined && { signingKey }),
    fetch: world.fetch,
    // Shorter than the SDK's default, because a user is waiting.
    deadlineMs: DEADLINE_MS,
    onAttempt: ({ nextInMs, status }) => {
      if (nextInMs === undefined || nextInMs < SILENT_MS || !world.terminal.out) return
      world.err(`${status ?? 'No answer'}: retrying in ${Math.ceil(nextInMs / 1000)} s.`)
    },
  })
  const isJson = flags.json === true
  const style = (): MomentStyle => ({ now: world.now(), timeZone: world.timeZone })
  const say = (...lines: readonly string[]) => {
    for (const line of lines) world.out(line)
  }

  const ask = async (input: RequestInput): Promise<Reply<unknown>> => {
    const { text, headers } = await afara.request({ signal: world.signal, ...input })
    return { text, headers, body: parseExact(text) }
  }
  const get = (async (path, query = {}, options = {}) =>
    ask({ method: 'GET', path, query, ...options })) as Session['get']
  const post = (async (path, body, options = {}) =>
    ask({ method: 'POST', path, body, ...options })) as Session['post']

  const postCsv = (async (path, csv, options = {}) =>
    ask({ method: 'POST', path, csv, ...options })) as Session['postCsv']

  const owner = async () => {
    const { businessId, linkTag } = settings
    if (businessId !== undefined && linkTag !== undefined) {
      return { business_id: businessId, link_tag: linkTag }
    }
    const { business_id, link_tag } = (await get<KeyReply>('/keys/v1/me')).body.key
    return { business_id, link_tag }
  }

  return {
    world,
    settings,
    isJson,
    paint: createPaint(world.terminal.out, world.env),
    get,
    post,
    postCsv,
    download: async (path, query = {}) => {
      const { bytes, headers } = await afara.request({ method: 'GET', path, query, signal: world.signal })
      return { bytes, headers }
    },
    owner,
    show: ({ text }, lines) => say(...(isJson ? [indentJson(text)] : lines())),
    say,
    moment: (iso) => printMoment(iso, style()),
    time: (iso) => printLocal(new Date(iso), style()),
  }
}
