/** A request that was refused, with the sentence that tells the reader what to do. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: string
  readonly status: number
  /** What the first error of the reply says besides. */
  readonly details: unknown

  constructor(code: string, status: number, message: string, details?: unknown) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
  }
}

const TIMEOUT_MS = 15_000

/** Sends a request to the process that serves this page. The browser adds the session. */
export async function askPeople<T>(path: string, body?: object | 'nothing'): Promise<T> {
  const reply = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(typeof body === 'object' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return readReply<T>(reply)
}

/** Reads a reply. Numbers keep the text that was sent: an amount never becomes a float. */
export async function readReply<T>(reply: Response): Promise<T> {
  const keepText = (_key: string, value: unknown, context?: Readonly<{ source?: string }>): unknown =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value
  const read = JSON.parse(await reply.text(), keepText) as {
    code?: string
    message?: string
    errors?: readonly unknown[]
  }
  if (reply.ok) return read as T
  throw new Refused(
    read.code ?? 'unavailable',
    reply.status,
    read.message ?? 'We cannot answer now. Try again.',
    read.errors?.[0],
  )
}

/** Creates a passkey with the options of the server, and returns what the server wants to know about it. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey })
  if (!(credential instanceof PublicKeyCredential))
    throw new Refused('passkey_refused', 0, 'No passkey was created.')
  return credential.toJSON()
}

/** Asks for a passkey of the person, and returns its answer. */
export async function answerWithPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey })
  if (!(credential instanceof PublicKeyCredential))
    throw new Refused('passkey_refused', 0, 'No passkey answered.')
  return credential.toJSON()
}

/** The sentence for a person: browsers say nothing helpful when a passkey was not used. */
export function sayProblem(error: Error): string {
  return error.name === 'NotAllowedError'
    ? 'No passkey was used. Try again, and confirm with your fingerprint, face or PIN.'
    : error.message
}
